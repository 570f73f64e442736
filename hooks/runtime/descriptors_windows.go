package runtime

func canWait() bool { return true }
