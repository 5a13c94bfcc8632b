# Formula of the library and the command; HOMEBREW_SCREE_REPOSITORY is the address of the repository: docs/packages.md.
class Scree < Formula
  desc "2D rigid-body physics engine with a command to run, compare and profile scenes"
  license "MIT"
  head ENV.fetch("HOMEBREW_SCREE_REPOSITORY", ""), using: :git

  depends_on "cmake" => :build
  depends_on "pkgconf" => [:build, :test]
  depends_on "simde" => :build
  depends_on "cairo"
  depends_on "cjson"
  uses_from_macos "expat"

  def install
    system "cmake", "-S", ".", "-B", "build", *std_cmake_args,
           "-DSCREE_BUILD_TESTS=OFF", "-DSCREE_BUILD_BENCH=OFF", "-DSCREE_BUILD_PEERS=OFF", "-DSCREE_USE_HDF5=OFF",
           "-DSCREE_SIMDE_INCLUDE_DIR=#{Formula["simde"].opt_include}"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "examples/hello.c"
  end

  test do
    flags = shell_output("pkgconf --cflags --libs scree").split
    system ENV.cc, "-std=c17", pkgshare/"hello.c", *flags, "-o", "hello"
    assert_match "the box rests at 0.500 m", shell_output("./hello")
    assert_match "stack: 11 bodies", shell_output("#{bin}/scree run stack --steps 10")
  end
end
