// Package hookstate has the state of the settings files that several places share: where
// neverask is installed ([Installs]), and which third-party hooks affect questions
// ([ThirdParty]). It also has the texts about hooks and conflicts for all screens.
//
// Readings come back as an [InspectedMsg] or a [FoundMsg], which this package takes and
// then hands to all places.
package hookstate
