"""Compiles examples/hello.c with the package and runs it."""

import io
import os

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class ScreeTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires(self.tested_reference_str)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            output = io.StringIO()
            self.run(os.path.join(self.cpp.build.bindir, "hello"), stdout=output, env="conanrun")
            if "the box rests at 0.500 m" not in output.getvalue():
                raise ConanException(f"hello prints {output.getvalue()!r}")
