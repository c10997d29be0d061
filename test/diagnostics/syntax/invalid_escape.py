x = '\x4'
y = '\u12'
z = '\Uffffffff'
w = '\N'
