"""Conan 2 recipe of the library, of the tree that it lies in: docs/packages.md."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"
ROOT = os.path.join("..", "..")
# What a build of the library alone reads.
FOLDERS = ["broadphase", "cmake", "core", "dynamics", "geometry", "include", "particles", "queries", "simd", "soft", "state", "world"]


class Scree(ConanFile):
    name = "scree"
    description = "2D rigid-body physics engine"
    license = "MIT"
    topics = ("physics", "2d", "simd", "deterministic")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, ROOT, "CMakeLists.txt"))
        self.version = re.search(r"VERSION (\d+\.\d+\.\d+)", text).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        for name in ["CMakeLists.txt", "LICENSE"]:
            copy(self, name, root, self.export_sources_folder)
        for name in FOLDERS:
            copy(self, "*", os.path.join(root, name), os.path.join(self.export_sources_folder, name))

    def configure(self):
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Headers that the public ones do not include.
        self.requires("simde/[>=0.7.2]", visible=False)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in ["TESTS", "TOOLS", "BENCH"]:
            toolchain.cache_variables[f"SCREE_BUILD_{name}"] = False
        toolchain.cache_variables["SCREE_SIMDE_INCLUDE_DIR"] = self.dependencies["simde"].cpp_info.includedir.replace("\\", "/")
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes these files for the programs that use the package.
        for folder in ["lib/cmake", "lib/pkgconfig", "share"]:
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.libs = ["scree"]
        self.cpp_info.set_property("cmake_file_name", "scree")
        self.cpp_info.set_property("cmake_target_name", "scree::scree")
        self.cpp_info.set_property("pkg_config_name", "scree")
        if self.settings.os != "Windows":
            self.cpp_info.system_libs = ["m", "pthread"]
        elif self.options.shared:
            self.cpp_info.defines = ["SCREE_DLL"]
