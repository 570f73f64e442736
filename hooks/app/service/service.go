package service

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"neverask/settings"
)

// What the systems call the service.
const (
	unit  = "neverask-watch.service"
	label = "neverask.watch"
	task  = "neverask-watch"
)

//go:embed systemd.service
var systemdFile string

//go:embed launchd.plist
var launchdFile string

// taskFile is ASCII and names no encoding: schtasks reads a file without a mark in the
// code page of the machine, and refuses one that says it is in another.
//
//go:embed task.xml
var taskFile string

// Env is what a service needs to know of the machine and of the person.
type Env struct {
	GOOS      string
	Home      string
	Config    string // where systemd looks below, on Linux: ~/.config
	Data      string // of neverask's own
	Program   string // absolute path
	Variables []string
	// UserID and User are for launchd and for Windows, which name whose service it is.
	UserID, User string
}

// variables are those by which neverask finds its files, and those of Claude Code. The
// service has none of the person's shell.
var variables = []string{"CLAUDE_CONFIG_DIR", "NEVERASK_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}

// EnvOf finds the Env of a process. executable is the running program.
func EnvOf(goos string, getenv func(string) string, executable, data string) Env {
	e := Env{GOOS: goos, Home: getenv("HOME"), Data: data, Program: lasting(executable), UserID: strconv.Itoa(os.Getuid())}
	if goos == "windows" {
		e.Home = getenv("USERPROFILE")
		e.User = account()
	}
	e.Config = filepath.Join(e.Home, ".config")
	if dir := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		e.Config = dir
	}
	for _, name := range variables {
		if v := getenv(name); v != "" {
			e.Variables = append(e.Variables, name+"="+v)
		}
	}
	return e
}

// lasting is the name by which a shell finds the program, where that is the same one:
// package managers put each version into a directory of its own, and link to it.
func lasting(executable string) string {
	found, err := exec.LookPath("neverask")
	if err != nil || !filepath.IsAbs(found) {
		return executable
	}
	a, err := os.Stat(found)
	b, err2 := os.Stat(executable)
	if err != nil || err2 != nil || !os.SameFile(a, b) {
		return executable
	}
	return found
}

// A Service is a service as one system wants it.
type Service struct {
	System  string // what runs it: systemd, launchd, Task Scheduler
	File    string
	Content []byte
	// Start is run when the file was written, Stop before it is removed, and Gone
	// afterwards.
	Start, Stop, Gone []Command
	// Lacks says what the service does not get to know, if anything.
	Lacks string
}

// For returns the service that runs the program of env with args, which are words of
// letters and dashes. It refuses systems that it does not know, and paths that cannot be
// written into the file.
func For(env Env, args ...string) (Service, error) {
	if !filepath.IsAbs(env.Program) && env.GOOS != "windows" {
		return Service{}, fmt.Errorf("%q is not an absolute path", env.Program)
	}
	for _, text := range append([]string{env.Program, env.Home, env.User}, env.Variables...) {
		if err := settings.CheckPath(text); err != nil {
			return Service{}, err
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff }) {
			return Service{}, fmt.Errorf("%q holds a control character, and the file of a service cannot: give the directory another name", text)
		}
	}
	switch env.GOOS {
	case "linux":
		return systemd(env, args), nil
	case "darwin":
		return launchd(env, args), nil
	case "windows":
		return scheduled(env, args)
	}
	return Service{}, errors.New("neverask cannot set up a service on this system: start neverask hooks watch from whatever starts your session")
}

func systemd(env Env, args []string) Service {
	var lines []string
	for _, v := range env.Variables {
		lines = append(lines, "Environment="+unitWord(v))
	}
	systemctl := func(args ...string) Command {
		return Command{Args: append([]string{"systemctl", "--user"}, args...)}
	}
	return Service{
		System: "systemd", File: filepath.Join(env.Config, "systemd", "user", unit),
		Content: fill(systemdFile, "@command@", unitCommand(env.Program, args), "@variables@\n", block(lines)),
		Start:   []Command{systemctl("daemon-reload"), systemctl("enable", unit), systemctl("restart", unit)},
		Stop:    []Command{systemctl("disable", "--now", unit)},
		Gone:    []Command{systemctl("daemon-reload")},
	}
}

func launchd(env Env, args []string) Service {
	var command, vars []string
	for _, word := range append([]string{env.Program}, args...) {
		command = append(command, "\t\t<string>"+xmlText(word)+"</string>")
	}
	for _, v := range env.Variables {
		name, value, _ := strings.Cut(v, "=")
		vars = append(vars, "\t\t<key>"+xmlText(name)+"</key>", "\t\t<string>"+xmlText(value)+"</string>")
	}
	domain := "gui/" + env.UserID
	file := filepath.Join(env.Home, "Library", "LaunchAgents", label+".plist")
	out := Command{Args: []string{"launchctl", "bootout", domain + "/" + label}, MayFail: true}
	return Service{
		System: "launchd", File: file,
		Content: fill(launchdFile, "@command@\n", block(command), "@variables@\n", block(vars), "@home@", xmlText(env.Home)),
		// An agent that was told to go takes a moment to be gone.
		Start: []Command{out, {Args: []string{"launchctl", "bootstrap", domain, file}, Tries: 5}},
		Stop:  []Command{out},
	}
}

func scheduled(env Env, args []string) (Service, error) {
	for _, path := range []string{env.Program, env.Home} {
		if strings.Count(path, "%") > 1 {
			return Service{}, fmt.Errorf("%q holds two percent signs, and Task Scheduler would take what is between them for a variable: give the directory another name", path)
		}
	}
	// A console program that a task starts opens a window, unless it has a console without one.
	command := `--headless "` + env.Program + `" ` + strings.Join(args, " ")
	file := filepath.Join(env.Data, "watch.xml")
	schtasks := func(mayFail bool, args ...string) Command {
		return Command{Args: append([]string{"schtasks"}, args...), MayFail: mayFail}
	}
	end := schtasks(true, "/End", "/TN", task)
	s := Service{
		System: "Task Scheduler", File: file,
		Content: fill(taskFile, "@command@", xmlText(command), "@user@", xmlText(env.User), "@home@", xmlText(env.Home)),
		Start:   []Command{end, schtasks(false, "/Create", "/TN", task, "/XML", file, "/F"), schtasks(false, "/Run", "/TN", task)},
		Stop:    []Command{end, schtasks(false, "/Delete", "/TN", task, "/F")},
	}
	if len(env.Variables) > 0 {
		s.Lacks = "Task Scheduler starts the service without " + strings.Join(env.Variables, ", ") + ", unless setx has set it for all your programs"
	}
	return s, nil
}

// fill puts values into the places of a file. A value is never taken for a place.
func fill(file string, places ...string) []byte {
	return []byte(strings.NewReplacer(places...).Replace(file))
}

func block(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
