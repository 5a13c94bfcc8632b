# What Debian wants beside the installed files: CPack runs this on the staged components. Each package gets its licence
# and a changelog in its own folder of /usr/share/doc, pages of the manual are compressed, and the completion of zsh lies where
# Debian's zsh looks.

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    set(usr ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
    set(doc ${usr}/share/doc/${package})
    file(REMOVE_RECURSE ${usr}/share/doc)
    configure_file(${CPACK_RESOURCE_FILE_LICENSE} ${doc}/copyright COPYONLY)

    # SOURCE_DATE_EPOCH makes it the same in each build.
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
    file(WRITE ${doc}/changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n"
        "  * CHANGELOG.md of the sources lists the changes.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")

    if(EXISTS ${usr}/share/zsh/site-functions)
        file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
    endif()
    file(GLOB_RECURSE pages ${usr}/share/man/*.1)
    execute_process(COMMAND gzip -9nf ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
