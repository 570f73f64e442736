package doctor

import (
	"context"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
)

// Backend is what the page of the doctor asks of the world.
type Backend interface {
	// Targets are the settings files that can be edited.
	Targets() []planner.Target
	// Examine examines everything that decides whether hooks run. It may take long the first time. If the context
	// ends, it ends the processes it started before it returns.
	Examine(context.Context) ([]doctor.Finding, error)
	// Repair plans the repair of a finding that is fixable.
	Repair(doctor.Finding) (planner.Plan, error)
}
