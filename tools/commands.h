/// The commands of `scree`. Each takes the arguments from its own name on and returns the exit
/// status.
#ifndef SCREE_TOOLS_COMMANDS_H
#define SCREE_TOOLS_COMMANDS_H

int sc_command_run(int argc, char **argv);
int sc_command_scenes(int argc, char **argv);
int sc_command_cpu(int argc, char **argv);
int sc_command_verify(int argc, char **argv);
int sc_command_floor(int argc, char **argv);
int sc_command_profile(int argc, char **argv);
int sc_command_compare(int argc, char **argv);
int sc_command_engines(int argc, char **argv);
int sc_command_lab(int argc, char **argv);
int sc_command_convert(int argc, char **argv);
int sc_command_replay(int argc, char **argv);

#endif
