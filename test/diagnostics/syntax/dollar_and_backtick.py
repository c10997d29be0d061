x = $a
y = `b`
