package program

func canWait() bool { return true }
