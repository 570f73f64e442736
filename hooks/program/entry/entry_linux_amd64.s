#include "textflag.h"

// _neverask_start is where the kernel, or the dynamic linker, starts the program. By
// the System V ABI argc is at 0(SP), and after it come argv, a nil, the environment
// and a nil. No register but SP and DX means anything, and DX is not touched.
TEXT _neverask_start(SB),NOSPLIT|NOFRAME|TOPFRAME,$0
	MOVQ	0(SP), AX
	LEAQ	16(SP)(AX*8), BX
next:
	MOVQ	(BX), CX
	ADDQ	$8, BX
	TESTQ	CX, CX
	JEQ	done
	CMPB	0(CX), $'G'
	JNE	next
	CMPB	1(CX), $'O'
	JNE	next
	MOVB	$1, 0(CX)
	JMP	next
done:
	JMP	_rt0_amd64_linux(SB)
