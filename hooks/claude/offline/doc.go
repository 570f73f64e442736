// Package offline is what the real Claude Code needs to run without a network, without
// cost, and without anything of the person's: a [Model] that is scripted, a [Place] with
// a home directory and a project of its own, and a [Network] in which there is nothing
// but a loopback interface, where the system lets us make one.
//
//	network, err := offline.Isolate()
//	model := offline.NewModel(network, nil, nil)
//	model.Add(offline.ToolUse("Bash", map[string]string{"command": "true"}), offline.Text("done"))
//	place, err := offline.Furnish(dir)
//	cmd := exec.Command("claude", "-p", "hello")
//	cmd.Dir, cmd.Env = place.Project, place.Environ(network, nil)
//	err = network.Start(cmd)
//
// The client believes that it talks to a model. It is the caller who ends what was
// started, and closes model and network.
package offline
