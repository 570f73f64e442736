package service

import "os/user"

// account is the name that the task scheduler knows the person by; "" if it is not known.
func account() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}
