# Run at build time: writes a C file with the bytes of files. In: OUT HEADER PARTS, the last a list of name=file; an
# empty file name gives an empty part.

set(text "/* Generated at build time. */\n#include \"${HEADER}\"\n")
foreach(part IN LISTS PARTS)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${part}")
    set(name ${CMAKE_MATCH_1})
    set(file ${CMAKE_MATCH_2})
    set(bytes "0,")
    set(size 0)
    if(file)
        file(SIZE ${file} size)
        file(READ ${file} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    endif()
    string(APPEND text "\nconst unsigned char ${name}[] = {${bytes}};\nconst size_t ${name}_size = ${size};\n")
endforeach()
file(WRITE ${OUT} "${text}")
