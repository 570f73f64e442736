package outsidechanges

// differ removes the common items from two lists, each as often as both have it. It first
// compares texts, which is cheap, and reads only the hooks whose texts differ.
func differ(was, is []Item) (gone, came []Item) {
	written := func(h Item) string {
		if h.handler == "" {
			return ""
		}
		return h.Event + "\x00" + h.matcher + "\x00" + h.handler
	}
	if len(was) == len(is) && (len(was) == 0 || &was[0] == &is[0]) {
		return nil, nil // the same list
	}
	gone, came = without(was, is, written), without(is, was, written)
	return without(gone, came, Item.identity), without(came, gone, Item.identity)
}

// without removes from list the items that have the same key as one in other, as often as it
// occurs there. An item without a key stays.
func without(list, other []Item, key func(Item) string) (rest []Item) {
	count := make(map[string]int, len(other))
	for _, h := range other {
		count[key(h)]++
	}
	for _, h := range list {
		if k := key(h); k != "" && count[k] > 0 {
			count[k]--
			continue
		}
		rest = append(rest, h)
	}
	return rest
}
