# install, find_package(scree) and pkg-config.

include(CMakePackageConfigHelpers)

set(SCREE_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

install(TARGETS scree EXPORT screeTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT screeTargets NAMESPACE scree:: DESTINATION ${SCREE_CONFIG_DIR})

configure_package_config_file(cmake/screeConfig.cmake.in ${PROJECT_BINARY_DIR}/screeConfig.cmake
    INSTALL_DESTINATION ${SCREE_CONFIG_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/screeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/screeConfig.cmake ${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
    DESTINATION ${SCREE_CONFIG_DIR})

configure_file(cmake/scree.pc.in ${PROJECT_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET scree_tool)
    install(TARGETS scree_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
