package observe

// NeverRest makes all looks read all ports, also where nothing has moved since the last one.
func NeverRest(never bool) { neverRests = never }
