package settings

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"neverask/settings/musttest"
)

const content = "{\r\n  \"model\": \"sonnet\"\r\n}\r\n"

// place is a settings file and a store of its own.
func place(t *testing.T) (store *Store, path string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "neverask")
	musttest.Do(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path = filepath.Join(dir, "settings.json")
	musttest.Do(t, os.WriteFile(path, []byte(content), 0o600))
	return NewStore(filepath.Join(dir, "state"), time.Now), path
}

func planned(t *testing.T, path string) Plan {
	t.Helper()
	f, err := Load(path)
	musttest.Do(t, err)
	doc, err := f.Document.Append(Path{"hooks", "Stop"}, `{"hooks": []}`)
	musttest.Do(t, err)
	return f.Plan(doc)
}

// holds checks what is in a file, and that nothing is left beside it.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".neverask-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestApplyAndUndoOnWindows(t *testing.T) {
	store, path := place(t)
	p := planned(t, path)
	r, err := store.Apply(context.Background(), p, "install")
	musttest.Do(t, err)
	holds(t, path, string(p.After))
	back, err := store.Undo(r)
	musttest.Do(t, err)
	if _, err := store.Apply(context.Background(), back, "undo"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, content)
}

// A file that another program has open for itself cannot be replaced. It stays as
// it is, and once it is closed the same change can be made.
func TestOpenFileIsLeftAlone(t *testing.T) {
	store, path := place(t)
	name, err := windows.UTF16PtrFromString(path)
	musttest.Do(t, err)
	p := planned(t, path)
	theirs, err := windows.CreateFile(name, windows.GENERIC_READ, windows.FILE_SHARE_READ, nil, windows.OPEN_EXISTING, 0, 0)
	musttest.Do(t, err)
	if _, err := store.Apply(context.Background(), p, "install"); err == nil {
		t.Error("replaced")
	}
	holds(t, path, content)
	musttest.Do(t, windows.CloseHandle(theirs))
	if _, err := store.Apply(context.Background(), p, "install"); err != nil {
		t.Error(err)
	}
	holds(t, path, string(p.After))
}

// Who is let in by a file's own list is let in afterwards, whatever the list of its
// directory says.
func TestAccessListIsKept(t *testing.T) {
	const what = windows.DACL_SECURITY_INFORMATION
	store, path := place(t)
	list := func() string {
		t.Helper()
		sd, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, what)
		musttest.Do(t, err)
		return sd.String()
	}
	given := list()
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	musttest.Do(t, err)
	sd, err := windows.SecurityDescriptorFromString("D:P(A;;FA;;;SY)(A;;FA;;;" + me.User.Sid.String() + ")(A;;FA;;;WD)")
	musttest.Do(t, err)
	dacl, _, err := sd.DACL()
	musttest.Do(t, err)
	musttest.Do(t, windows.SetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, what|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, dacl, nil))
	before := list()
	if before == given {
		t.Fatalf("the list is %s, as any file's", before)
	}
	if _, err := store.Apply(context.Background(), planned(t, path), "install"); err != nil {
		t.Fatal(err)
	}
	if after := list(); after != before {
		t.Errorf("the list is %s, and was %s", after, before)
	}
}
