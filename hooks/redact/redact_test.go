package redact

import (
	"encoding/json"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestRedact(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"env", `{"env":{"HOME":"/root","N":12,"B":true,"Z":null,"E":""}}`, `{"env":{"HOME":"•••","N":"•••","B":true,"Z":null,"E":""}}`},
		{"headers of a handler", `{"type":"http","headers":{"X-Any":"v"},"url":"https://h/p"}`, `{"type":"http","headers":{"X-Any":"•••"},"url":"https://h/p"}`},
		{"nested in env", `{"env":{"A":["x",{"b":"y"}]}}`, `{"env":{"A":["•••",{"b":"•••"}]}}`},
		{"after env", `{"env":{},"model":"opus"}`, `{"env":{},"model":"opus"}`},
		{"spellings", `{"apiKey":"a","API_KEY":"b","x-api-key":"c","ApiKey":"d","apikey":"e","clientSecret":"f","db_password":"g","Authorization":"h","credentials":{"user":"i"},"key":"j","authToken":"k","accessToken2":"l"}`,
			`{"apiKey":"•••","API_KEY":"•••","x-api-key":"•••","ApiKey":"•••","apikey":"•••","clientSecret":"•••","db_password":"•••","Authorization":"•••","credentials":{"user":"•••"},"key":"•••","authToken":"•••","accessToken2":"•••"}`},
		{"escaped name", `{"\u0061piKey":"a"}`, `{"\u0061piKey":"•••"}`},
		{"number", `{"password": -1.5e3, "pin_token" : 7}`, `{"password": "•••", "pin_token" : "•••"}`},
		{"object under a name that ends otherwise", `{"token-counter":{"command":"count"},"secret-scan":{"run":"x"}}`, `{"token-counter":{"command":"count"},"secret-scan":{"run":"x"}}`},
		{"flag and argument", `{"args":["--token","s3cret","--verbose","-v","--api-key","$KEY","--password=abc"]}`, `{"args":["--token","•••","--verbose","-v","--api-key","$KEY","--password=•••"]}`},
		{"shape behind escapes", `{"a":"x\u0020sk\u002dant-abcdef\ty"}`, `{"a":"x\u0020•••\ty"}`},
		{"quoted in a string", `{"command":"curl -H \"Authorization: Bearer abc def\" -d '{\"token\":\"t1\"}' u"}`, `{"command":"curl -H \"Authorization: Bearer •••\" -d '{\"token\":\"•••\"}' u"}`},
		{"layout", "{\r\n\t\"env\" : {\r\n\t\t\"A\" :\r\n\"b\"\r\n\t}\r\n}\r\n", "{\r\n\t\"env\" : {\r\n\t\t\"A\" :\r\n\"•••\"\r\n\t}\r\n}\r\n"},
		{"innocent", `{"monkey":"a","tokenizer":"b","keyboard":"c","keyBindings":{"a":"b"},"turkey":"d","author":"e","secretary":"f","maxTokens":4096,"apiKeyHelper":"/bin/get","tokenUrl":"https://h","hideToken":true,"allowedEnvVars":["MY_TOKEN"],"passenger":"g","authority":"h"}`,
			`{"monkey":"a","tokenizer":"b","keyboard":"c","keyBindings":{"a":"b"},"turkey":"d","author":"e","secretary":"f","maxTokens":4096,"apiKeyHelper":"/bin/get","tokenUrl":"https://h","hideToken":true,"allowedEnvVars":["MY_TOKEN"],"passenger":"g","authority":"h"}`},
		{"permission rules", `{"allow":["Bash(gh auth token:*)","Bash(npm run test:key)","mcp__keys__list_tokens"]}`, `{"allow":["Bash(gh auth token:*)","Bash(npm run test:key)","mcp__keys__list_tokens"]}`},

		{"broken: missing brace", `{"env":{"A":"b"`, `{"env":{"A":"•••"`},
		{"broken: missing quote", "{\"token: \"abc\",\n\"apiKey\":\"d\"}", "{\"token: \"•••\",\n\"apiKey\":\"•••\"}"},
		{"broken: comment", "{\n// \"apiKey\": \"old\", TOKEN=x1\n\"a\":1}", "{\n// \"apiKey\": \"•••\", TOKEN=•••\n\"a\":1}"},
		{"broken: bare names", "{env: {A: b c}, password: correct horse\n, x: y}", "{env: {A: •••}, password: •••\n, x: y}"},
		{"broken: single quotes", `{'apiKey':'abc','model':'m'}`, `{'apiKey':'•••','model':'m'}`},
		{"broken: trailing comma", `{"token":"a",}`, `{"token":"•••",}`},
		{"no JSON", "export PASSWORD=hunter2\n", "export PASSWORD=•••\n"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := JSON(tt.in); got != tt.want {
				t.Errorf("JSON(%s)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestCommand(t *testing.T) {
	pem := "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_123"
	tests := []struct{ in, want string }{
		{"run --token=abc --x=1", "run --token=••• --x=1"},
		{"run --token abc next", "run --token ••• next"},
		{"run --token --verbose", "run --token --verbose"},
		{"run --pass hunter2 -v", "run --pass ••• -v"},
		{"PASSWORD=hunter2 run", "PASSWORD=••• run"},
		{"PASSWORD='a b' run", "PASSWORD='•••' run"},
		{`PASSWORD="a \" b" run`, `PASSWORD="•••" run`},
		{`PASSWORD=a\ b run`, `PASSWORD=••• run`},
		{"password = hunter2", "password = •••"},
		{"GITHUB_TOKEN=$(gh auth token) x", "GITHUB_TOKEN=$(gh auth token) x"},
		{"TOKEN=$TOKEN A_KEY=${KEY} x --secret \"$S\"", "TOKEN=$TOKEN A_KEY=${KEY} x --secret \"$S\""},
		{"TOKEN=$1abc", "TOKEN=•••"},
		{"TOKEN=`get` PASSWORD=$'a\\'b' x", "TOKEN=`get` PASSWORD=$'•••' x"},
		{"x sk-ant-api03-AAAA_b-c y", "x ••• y"},
		{"x ghp_0123456789abcdefghij y", "x ••• y"},
		{"xoxb-123-456-abc", "•••"},
		{"AKIAIOSFODNN7EXAMPLE", "•••"},
		{"a " + jwt + ".", "a •••"},
		{"Bearer abcdef", "Bearer •••"},
		{"curl -H 'authorization: bearer abc.def' u", "curl -H 'authorization: bearer •••' u"},
		{"curl -H 'X-Api-Key: abc def' u", "curl -H 'X-Api-Key: •••' u"},
		{"curl -H 'Authorization: Bearer $T' u", "curl -H 'Authorization: Bearer $T' u"},
		{"curl -H \"Authorization: Basic dTpw\" u", "curl -H \"Authorization: Basic •••\" u"},
		{"curl 'https://u:p%40@h/x?api_key=abc&n=1#f'", "curl 'https://u:•••@h/x?api_key=•••&n=1#f'"},
		{`curl -d '{"token":"a b","n":1}'`, `curl -d '{"token":"•••","n":1}'`},
		{"curl -H 'Cookie: session=abc; b=c' u", "curl -H 'Cookie: •••' u"},
		{"curl -u me:hunter2 u", "curl -u me:••• u"},
		{"curl -s --user 'me:a b' u", "curl -s --user 'me:•••' u"},
		{`curl --user="me:hunter2" u`, `curl --user="me:•••" u`},
		{"curl --proxy-user a:b -u $USER:$PASS u", "curl --proxy-user a:••• -u $USER:$PASS u"},
		{"git clone https://0123456789abcdef0123@h/x", "git clone https://•••@h/x"},
		{"echo '" + pem + "' | x", "echo '-----BEGIN RSA PRIVATE KEY-----•••-----END RSA PRIVATE KEY-----' | x"},

		{"monkey=1 tokenizer=x keyboard=us", "monkey=1 tokenizer=x keyboard=us"},
		{"task-runner risk-assessment sk-learn disk-12345678901234567", "task-runner risk-assessment sk-learn disk-12345678901234567"},
		{"--max-tokens=4096 --max-tokens 4096", "--max-tokens=4096 --max-tokens 4096"},
		{"curl -u me u -user a:b --user-agent c:d", "curl -u me u -user a:b --user-agent c:d"},
		{"docker run -u 1000:1000 x", "docker run -u 1000:1000 x"},
		{"https://some-name-without-digits@h ssh://git@h", "https://some-name-without-digits@h ssh://git@h"},
		{"cookieBanner=on cookie_path=/", "cookieBanner=on cookie_path=/"},
		{"bearer token required", "bearer token required"},
		{"https://host:8080/a@b", "https://host:8080/a@b"},
		{"--token-file /run/t --key-path k", "--token-file /run/t --key-path k"},
		{"gh auth token:*", "gh auth token:*"},
		{"if [ $KEY == x ]", "if [ $KEY == x ]"},
		{"/usr/bin/neverask-hook", "/usr/bin/neverask-hook"},
		{"secret", "secret"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Command(tt.in); got != tt.want {
			t.Errorf("Command(%q)\n got %q\nwant %q", tt.in, got, tt.want)
		}
	}
}

// FuzzRedact checks what must hold for every input: the lines stay, and JSON
// stays JSON with no string left that env or a password field held.
func FuzzRedact(f *testing.F) {
	for _, s := range []string{
		`{"env":{"A":"b","C":1},"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"x --token=abc","args":["--key","v"]}]}]}}`,
		"{\n// token: 'a\n\"a\\u0022\": \"\\ud83d\\ude00\\\\\",\n}", `{"a":"TOKEN=\"x`, `{"password":5,"x":"Bearer \u0000y"}`, "\xff\xfe{", `["--token"`, `{"token":[1,-2e5,{"k":"v"}]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := JSON(s)
		if strings.Count(got, "\n") != strings.Count(s, "\n") {
			t.Errorf("lines changed: %q → %q", s, got)
		}
		if json.Valid([]byte(s)) && !json.Valid([]byte(got)) {
			t.Errorf("no longer JSON: %q → %q", s, got)
		}
		Command(s)
		name, err := json.Marshal(s)
		musttest.Do(t, err)
		whole := JSON(`{"env":{"K":` + string(name) + `},"password":` + string(name) + `}`)
		if want := `{"env":{"K":"•••"},"password":"•••"}`; s != "" && whole != want {
			t.Errorf("%q leaves %s", s, whole)
		}
	})
}
