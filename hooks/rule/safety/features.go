package safety

// hash is FNV-1a, started over for each kind of feature.
type hash uint32

func start(kind byte) hash { return (2166136261 ^ hash(kind)) * 16777619 }

func (h hash) add(s string) hash {
	for i := range len(s) {
		h = (h ^ hash(s[i])) * 16777619
	}
	return h
}

func (h hash) concept(number uint16) hash {
	return ((h^hash(number>>8))*16777619 ^ hash(number&0xff)) * 16777619
}

// feature returns a hash that is spread over blocks and keys.
func (h hash) feature() uint32 { return uint32((h^h>>15)*2654435761) >> 8 }

// features calls each with every feature of a sentence, and the words it consists of.
func features(s []token, at field, each func(from, to int, feature uint32)) {
	kind := start('f' + byte(min(at, description)))
	each(0, 0, kind.feature())
	last := -1 // the previous word with a concept
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('c').concept(t.concept).feature())
			each(i, i+1, kind.add("c ").concept(t.concept).feature())
			if last >= 0 {
				each(last, i+1, start('d').concept(s[last].concept).concept(t.concept).feature())
			}
			last = i
		}
		h := start('w').add(t.text)
		each(i, i+1, h.feature())
		if t.cjk {
			for n := i + 1; n < len(s) && n < i+3 && s[n].cjk && !s[n].apart; n++ {
				h = h.add(s[n].text)
				each(i, n+1, h.feature())
			}
			continue
		}
		each(i, i+1, kind.add(t.text).feature())
		if i == 0 {
			each(i, i+1, start('1').add(t.text).feature())
		}
		if i+1 == len(s) {
			each(i, i+1, h.add(" .").feature())
		} else {
			each(i, i+2, h.add(" ").add(s[i+1].text).feature())
		}
		if i+2 < len(s) {
			each(i, i+3, h.add("_").add(s[i+2].text).feature())
		}
		for n := 4; n <= 6 && n <= len(t.text); n++ {
			each(i, i+1, start('<').add(t.text[:n]).feature())
		}
	}
}

// context calls each with the features that a sentence of the question contributes to the texts around it.
func context(s []token, each func(from, to int, feature uint32)) {
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('z').concept(t.concept).feature())
		}
		h := start('x').add(t.text)
		each(i, i+1, h.feature())
		switch {
		case t.cjk && i+1 < len(s) && s[i+1].cjk:
			each(i, i+2, h.add(s[i+1].text).feature())
		case len(t.text) > 4:
			each(i, i+1, start('y').add(t.text[:5]).feature())
		}
	}
}
