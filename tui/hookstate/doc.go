// Package hookstate is what several places know of the settings files: where neverask is
// installed ([Installs]), and which third-party hooks have a part in questions
// ([ThirdParty]); with the words in which hooks and conflicts are told of on all screens.
//
// What is read comes back as an [InspectedMsg] or a [FoundMsg], which is taken here and
// then handed to all places.
package hookstate
