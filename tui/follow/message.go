package follow

// ProposalMsg asks for the review of what a project proposes.
type ProposalMsg struct{ Project string }
