# Run at build time: writes a C file with the page that reports are written into. TEMPLATE holds "@name@" where each
# part of PARTS goes, a list of name=file; an empty file name gives an empty part. What stands before and after "@data@"
# becomes sc_page_head and sc_page_tail of HEADER. All is done on hexadecimal digits: CMake would read the scripts' text
# as lists.

file(READ ${TEMPLATE} page HEX)
foreach(part IN LISTS PARTS)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${part}")
    set(file "${CMAKE_MATCH_2}")
    string(HEX "@${CMAKE_MATCH_1}@" mark)
    set(bytes "")
    if(file)
        file(READ ${file} bytes HEX)
    endif()
    string(REPLACE "${mark}" "${bytes}" page "${page}")
endforeach()

string(HEX "@data@" mark)
string(FIND "${page}" "${mark}" place)
string(SUBSTRING "${page}" 0 ${place} head)
string(LENGTH "${mark}" length)
math(EXPR place "${place} + ${length}")
string(SUBSTRING "${page}" ${place} -1 tail)

set(text "/* Generated at build time. */\n#include \"${HEADER}\"\n")
foreach(name IN ITEMS head tail)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${${name}}")
    string(APPEND text "\nconst unsigned char sc_page_${name}[] = {${bytes}};\n"
        "const size_t sc_page_${name}_size = sizeof sc_page_${name};\n")
endforeach()
file(WRITE ${OUT} "${text}")
