# Writes a C++ file that holds the identity of this build: a digest of all native sources and of the flags.
# Called at build time, whenever one of them changes: cmake -DSOURCES=… -DFLAGS=… -DOUTPUT=… -P build_id.cmake
file(GLOB_RECURSE FILES RELATIVE "${SOURCES}" "${SOURCES}/*.cpp" "${SOURCES}/*.hpp" "${SOURCES}/*.in")
list(SORT FILES)
set(CONTENTS "${FLAGS}\n")
foreach(FILE ${FILES})
  file(SHA256 "${SOURCES}/${FILE}" DIGEST)
  string(APPEND CONTENTS "${FILE} ${DIGEST}\n")
endforeach()
string(SHA256 BUILD_ID "${CONTENTS}")
file(WRITE "${OUTPUT}" "#include \"bindings/bindings.hpp\"\n\nconst char* const ply::build_id = \"${BUILD_ID}\";\n")
