# Stand-ins for Homebrew's classes: prints the commands of a formula's `install`, one in a line, its words apart by tabs.
# Usage: formula.rb FORMULA NAME

require "pathname"

class Shared
  def initialize(path) = @path = Pathname(path)
  def install(*files) = puts((["install", @path] + files).join("\t"))
  def /(other) = @path / other
  def opt_include = @path / "include"
end

class Formula
  %i[desc license head depends_on uses_from_macos test].each { |name| define_singleton_method(name) { |*| } }
  def self.[](name) = Shared.new("/opt/#{name}")

  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=/opt/scree", "-DCMAKE_BUILD_TYPE=Release"]
  def pkgshare = Shared.new("/opt/scree/share/scree")
  def system(*words) = puts(words.join("\t"))
end

load ARGV[0]
Object.const_get(ARGV[1]).new.install
