"""The recipes in packaging/ for Conan, vcpkg and Homebrew, run with stand-ins for those programs: their options are options of the
build, the files that Conan's recipe exports are enough to build and install the library, vcpkg's port finds what it moves, a
program compiles with the result, and all have the version of CMakeLists.txt.

Usage: recipes.py ROOT CMAKE C_COMPILER SIMDE_FOLDER FOLDER, where FOLDER is for what is built. The same one each time lets
ccache know the files.
"""

import json
import os
import re
import runpy
import shutil
import sys
import types

from sources import finish, run_command

HERE = os.path.dirname(os.path.abspath(__file__))
# One set of kernels and no optimisation, for a short build: the code itself has tests of its own.
SHORT_BUILD = ["-DSCREE_SIMD_SETS=scalar", "-DCMAKE_BUILD_TYPE=None"]
PROGRAM = "the box rests at 0.500 m"

problems, checked = [], 0


def run(*command, **more):
    """The output of a command, which counts as checked."""
    global checked
    checked += 1
    done = run_command(problems, *command, **more)
    return done.stdout + done.stderr


def expect(holds, message):
    global checked
    checked += 1
    if not holds:
        problems.append(message)


def files_below(folder):
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}


class Conan:
    """What packaging/conan/conanfile.py imports."""

    def __init__(self, cmake, more_options):
        self.cmake, self.more_options = cmake, more_options

    def copy(self, _recipe, pattern, source, destination):
        if pattern == "*":
            shutil.copytree(source, destination)
        else:
            os.makedirs(destination, exist_ok=True)
            shutil.copy(os.path.join(source, pattern), destination)

    def toolchain(self, recipe):
        recipe.variables = {}
        return types.SimpleNamespace(cache_variables=recipe.variables, generate=lambda: None)

    def calls(self, recipe):
        """configure, build and install, as conan.tools.cmake.CMake has them."""
        build = os.path.join(recipe.source_folder, "build")
        values = {True: "ON", False: "OFF"}
        options = [f"-D{name}={values.get(value, value)}" for name, value in recipe.variables.items()]
        return types.SimpleNamespace(
            configure=lambda: check_configured(run(self.cmake, "-S", recipe.source_folder, "-B", build, *options, *self.more_options)),
            build=lambda: run(self.cmake, "--build", build, "--parallel", "2"),
            install=lambda: run(self.cmake, "--install", build, "--prefix", recipe.package_folder))

    def load(self, path, installed):
        """The class of a recipe. Before it deletes files, what was installed is copied to `installed`."""
        def rmdir(recipe, folder):
            if not os.path.exists(installed):
                shutil.copytree(recipe.package_folder, installed)
            expect(os.path.isdir(folder), f"{path}: removes {folder}, which is not there")
            shutil.rmtree(folder, ignore_errors=True)

        modules = {"conan": {"ConanFile": object}, "conan.tools": {},
                   "conan.tools.cmake": {"CMake": self.calls, "CMakeToolchain": self.toolchain, "cmake_layout": lambda recipe: None},
                   "conan.tools.files": {"copy": self.copy, "load": lambda recipe, name: open(name, encoding="utf-8").read(), "rmdir": rmdir}}
        for name, members in modules.items():
            sys.modules[name] = types.ModuleType(name)
            vars(sys.modules[name]).update(members)
        return runpy.run_path(path)["Scree"]


def check_configured(output):
    unknown = re.search(r"not used by the project:\n\n((?: +\w+\n)+)", output)
    if unknown:
        problems.append(f"no options of the build: {' '.join(unknown.group(1).split())}")


def check_conan(root, cmake, simde, folder, version, installed):
    path = os.path.join(root, "packaging", "conan", "conanfile.py")
    recipe = Conan(cmake, SHORT_BUILD).load(path, installed)()
    recipe.recipe_folder = os.path.dirname(path)
    recipe.source_folder = recipe.export_sources_folder = os.path.join(folder, "sources")
    recipe.package_folder = os.path.join(folder, "package")
    recipe.dependencies = {"simde": types.SimpleNamespace(cpp_info=types.SimpleNamespace(includedir=simde))}
    recipe.set_version()
    expect(recipe.version == version, f"{path}: version {recipe.version}, not {version}")
    for step in [recipe.export_sources, recipe.generate, recipe.build, recipe.package]:
        step()
    recipe.settings, recipe.options = types.SimpleNamespace(os="Linux"), types.SimpleNamespace(shared=False)
    recipe.cpp_info = types.SimpleNamespace(set_property=lambda name, value: None)
    recipe.package_info()
    files = files_below(recipe.package_folder)
    expect({"licenses/LICENSE", "include/scree/scree.h"} <= files, f"{path}: packages {sorted(files)}")
    return recipe.package_folder, [f"-l{name}" for name in recipe.cpp_info.libs + recipe.cpp_info.system_libs]


def check_program(root, compiler, folder, package, links):
    program = os.path.join(folder, "hello")
    hello = os.path.join(root, "examples", "hello.c")
    run(compiler, "-std=c17", "-I" + os.path.join(package, "include"), hello, "-L" + os.path.join(package, "lib"), *links, "-o", program)
    expect(os.path.exists(program) and PROGRAM in run(program), "the program prints something else")


def check_options(root, cmake, folder, name, options):
    """Whether a build takes the options of a recipe: they are read before anything is compiled."""
    output = run(cmake, "-S", root, "-B", os.path.join(folder, name), *options)
    check_configured(output)


def check_vcpkg(root, cmake, simde, folder, version, installed):
    port = os.path.join(root, "packaging", "vcpkg", "scree")
    with open(os.path.join(port, "vcpkg.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    expect(manifest["version"] == version, f"vcpkg.json: version {manifest['version']}, not {version}")
    packages, options = os.path.join(folder, "vcpkg"), os.path.join(folder, "vcpkg.txt")
    run(cmake, "-DPORT=scree", f"-DCURRENT_PORT_DIR={port}", f"-DCURRENT_PACKAGES_DIR={packages}", f"-DINSTALLED={installed}",
        f"-DCURRENT_INSTALLED_DIR={folder}/vcpkg-installed", f"-DOUTPUT={options}", "-P", os.path.join(HERE, "recipes", "vcpkg_calls.cmake"))
    if not os.path.exists(options):
        return
    files = files_below(packages)
    wanted = {"include/scree/scree.h", "lib/libscree.a", "lib/pkgconfig/scree.pc", "share/scree/copyright", "share/scree/screeConfig.cmake",
              "debug/lib/libscree.a"}
    expect(wanted <= files, f"the port of vcpkg: no {' '.join(wanted - files)}")
    expect(not any(name.startswith(("debug/include", "debug/share", "share/doc")) for name in files), "the port of vcpkg: files in debug/")
    os.makedirs(os.path.join(folder, "vcpkg-installed"))
    os.symlink(simde, os.path.join(folder, "vcpkg-installed", "include"))
    with open(options, encoding="utf-8") as file:
        check_options(root, cmake, folder, "vcpkg-build", file.read().splitlines())


def check_homebrew(root, cmake, simde, folder):
    if not shutil.which("ruby"):
        print("no ruby: the formula of Homebrew is not run")
        return
    lines = run("ruby", os.path.join(HERE, "recipes", "formula.rb"), os.path.join(root, "packaging", "homebrew", "scree.rb"), "Scree")
    commands = [line.split("\t") for line in lines.splitlines()]
    expect([command[0] for command in commands] == ["cmake", "cmake", "cmake", "install"], f"the formula runs {commands}")
    for command in commands:
        if command[0] == "install":
            expect(all(os.path.exists(os.path.join(root, name)) for name in command[2:]), f"the formula installs {command[2:]}")
    # The command needs cairo and cJSON, and is compiled by other tests.
    options = [word.replace("/opt/simde/include", simde) for word in commands[0] if word.startswith("-D")]
    check_options(root, cmake, folder, "homebrew", options)


def main():
    root, cmake, compiler, simde, folder = sys.argv[1:6]
    root, folder = os.path.abspath(root), os.path.abspath(folder)
    os.environ["CC"] = compiler
    if shutil.which("ccache"):
        os.environ.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"VERSION (\d+\.\d+\.\d+)", file.read()).group(1)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    installed = os.path.join(folder, "installed")
    package, links = check_conan(root, cmake, simde, folder, version, installed)
    check_program(root, compiler, folder, package, links)
    check_vcpkg(root, cmake, simde, folder, version, installed)
    check_homebrew(root, cmake, simde, folder)
    shutil.rmtree(folder)
    finish(problems, checked, "steps")


main()
