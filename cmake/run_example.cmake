# Runs PROGRAM, which must end well and print EXPECTED.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE status OUTPUT_VARIABLE output)
string(FIND "${output}" "${EXPECTED}" at)
if(NOT status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "${PROGRAM}: status ${status}, no '${EXPECTED}' in:\n${output}")
endif()
