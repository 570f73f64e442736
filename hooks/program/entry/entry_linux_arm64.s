#include "textflag.h"

// _neverask_start is where the kernel, or the dynamic linker, starts the program. By
// the ABI argc is at 0(RSP), and after it come argv, a nil, the environment and a
// nil. No register but RSP and R0 means anything, and R0 is not touched.
TEXT _neverask_start(SB),NOSPLIT|NOFRAME|TOPFRAME,$0
	MOVD	0(RSP), R1
	ADD	$16, RSP, R2
	ADD	R1<<3, R2, R2
	MOVD	$1, R5
next:
	MOVD.P	8(R2), R3
	CBZ	R3, done
	MOVBU	0(R3), R4
	CMP	$'G', R4
	BNE	next
	MOVBU	1(R3), R4
	CMP	$'O', R4
	BNE	next
	MOVB	R5, 0(R3)
	B	next
done:
	B	_rt0_arm64_linux(SB)
