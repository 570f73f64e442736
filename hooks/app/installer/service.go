package installer

import (
	"neverask/hooks/app/service"
	"neverask/settings"
)

// WatchService is the service that runs neverask hooks watch, with restore one that puts lost
// hooks back. It has no file where there can be none.
func (in *Installer) WatchService(restore bool) (service.Service, error) {
	args := []string{"hooks", "watch"}
	if restore {
		args = append(args, "--restore")
	}
	return service.For(in.Background, args...)
}

// OfService is the part of a plan that changes the file of the service.
func (p Plan) OfService() (settings.Plan, bool) {
	for _, part := range p.Parts() {
		if part.service && !part.Empty() {
			return part.Plan, true
		}
	}
	return settings.Plan{}, false
}
