package safety

import (
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/safety/shell"
)

// harmlessCommands are some of each kind that the table of harmless ones knows.
var harmlessCommands = strings.Split(`npm test|npm run lint|npm ci|npm run test:unit|pnpm -r build|yarn lint --fix|yarn jest|bun test|npx tsc --noEmit|npm ls|npm audit|go test ./...|go vet ./...|go mod tidy|gofmt -l .|cargo clippy --workspace
cargo test|pytest -x tests/|python -m pytest|python3 -m unittest|uv run pytest -q|poetry run mypy src|bundle exec rspec|pip install -r requirements.txt|./gradlew test|./mvnw -q verify|dotnet test|swift build|cmake --build build|mix format
make test|make -j4 test lint|just check|pre-commit run --all-files|turbo run build|node --test|python manage.py test|git status|git diff main...HEAD|git log --oneline -5|git checkout -b next|git stash list|git branch -a|ls -la|cat README.md
grep -rn foo src|find . -name x.go|sed -n 1,5p go.mod|docker ps|docker compose up -d|docker compose logs web|kubectl get pods|terraform plan|helm list -a|gh pr checks|tree -L 2 src|eslint src/ --fix|composer validate|rails test|deno fmt|jest --ci`, "|")

// actingCommands are some of each program of the table of programs, and of each kind that
// the table of harmless ones holds back.
var actingCommands = strings.Split(`git push|git push --force origin main|git clean -fdx|git reset --hard HEAD~3|git rebase main|git checkout main|git restore .|git stash drop|git branch -D old|git tag -d v1.0.0|git commit --amend|git merge next|git revert HEAD|git filter-repo --path x
git gc --prune=now|git worktree remove ../x|git reflog expire --expire=now|git cherry-pick abc123|git pull --rebase|gh pr merge 12|gh release create v1.2.0|gh repo delete acme/web|gh workflow run deploy.yml|gh secret set TOKEN|glab mr merge 4
npm publish|npm publish --access public|npm unpublish left-pad@1.0.0|npm install left-pad|npm run deploy|npm version major|yarn add left-pad|yarn publish|pnpm publish -r|bun add zod|npx create-next-app web|lerna publish|changeset publish|node scripts/seed.js
python manage.py migrate|python scripts/wipe.py|bash deploy.sh|sh ./install.sh|pip install requests|uv publish|poetry publish --build|twine upload dist/*|gem push acme-1.0.gem|rails db:drop|rake db:migrate|mix ecto.drop|mix hex.publish|cargo publish|cargo install ripgrep
./gradlew publish|mvn deploy|dotnet nuget push acme.nupkg|composer require acme/x|php artisan migrate:fresh|pod trunk push Acme.podspec|flutter pub publish|fastlane release|eas submit|make deploy|make install|make clean-db|just release|task deploy
docker push acme/web:latest|docker system prune -af|docker volume rm pgdata|docker run --rm acme/web|docker compose down -v|docker rm -f web|podman rmi x|docker-compose down -v|kubectl apply -f k8s/|kubectl delete ns staging|kubectl rollout undo deploy/web
helm uninstall web|helm upgrade web ./chart|terraform apply|terraform destroy -auto-approve|terraform state rm aws_x.y|tofu apply|terragrunt apply|pulumi up|pulumi destroy|cdk deploy|serverless deploy|sam deploy|ansible-playbook site.yml|vagrant destroy
aws s3 rm s3://acme --recursive|aws ec2 terminate-instances --instance-ids i-1|gcloud run deploy web|gsutil rm gs://acme/x|az group delete -n rg|heroku pg:reset|fly deploy|vercel deploy --prod|vercel --prod|netlify deploy --prod|wrangler deploy|firebase deploy|supabase db reset
prisma migrate deploy|prisma migrate reset|alembic upgrade head|flyway migrate|psql -c x|psql prod < dump.sql|mysql -e x|redis-cli FLUSHALL|sqlite3 app.db .dump|mongosh --eval x|dropdb prod|pg_restore --clean -d prod x.dump|kafka-topics --delete --topic x
rm -rf build/|rm notes.txt|rmdir old|mv a.txt b.txt|cp -r a/ b/|ln -sf /x y|chmod -R 777 .|chmod +x deploy.sh|chown -R root .|dd if=/dev/zero of=/dev/sda|mkfs.ext4 /dev/sda1|shred -u x.key|truncate -s 0 app.log|diskutil eraseDisk JHFS+ X disk2|wipefs -a /dev/sdb
kill -9 4211|killall node|systemctl restart nginx|service nginx stop|crontab -r|useradd -m bob|passwd bob|iptables -F|ufw disable|ssh root@example.com|scp x.tgz host:/srv|rsync -a --delete a/ b/|rclone sync a: b:|ssh-keygen -t ed25519|gpg --delete-secret-keys x
curl -X POST https://example.com/x|wget https://example.com/x|brew install jq|apt-get remove nginx|apt install nginx|dnf install x.rpm|pacman -S jq|restic forget --prune|stripe refunds create|adb uninstall com.acme|esptool.py erase_flash
find . -delete|sed -i s/a/b/ x.go|sort -o x.txt y.txt|go run .|go install ./...|jest --config /elsewhere.js|make -C /elsewhere test|cat ~/.ssh/id_rsa|find . -exec rm {} +|sudo reboot|sudo npm test|PATH=. npm test|xargs -n1 rm|tee /x/y|eval $x`, "|")

func split(commands []string) (all []string) {
	for _, c := range commands {
		all = append(all, strings.Split(c, "\n")...)
	}
	return all
}

// asked are the ways in which a command may stand in a question.
var asked = map[string]func(c string) Question{
	"label": func(c string) Question {
		return Question{Text: "Which?", Options: []Option{{Label: c}, {Label: "Nothing"}}}
	},
	"marked label": func(c string) Question {
		return Question{Text: "Which?", Options: []Option{{Label: c + " (Recommended)"}}}
	},
	"question":   func(c string) Question { return Question{Text: "Run " + c + " now?"} },
	"end":        func(c string) Question { return Question{Text: "Shall I go on with " + c + "?"} },
	"back-ticks": func(c string) Question { return Question{Text: "Run `" + c + "` now?"} },
	"description": func(c string) Question {
		return Question{Text: "Which?", Options: []Option{{Label: "A", Description: "Then " + c + ", as usual."}}}
	},
	"sentence": func(c string) Question {
		return Question{Text: "Which?", Options: []Option{{Label: "A", Description: "Quick. " + c + " and stop there"}}}
	},
	"run by others": func(c string) Question {
		return Question{Text: "Which?", Options: []Option{{Label: "A", Description: "I run " + c}}}
	},
	"line": func(c string) Question {
		return Question{Text: "Which?", More: []Text{{Name: "preview", Of: "A", Text: "first\n$ " + c + "\nlast"}}}
	},
}

// exact holds nothing against words.
var exact = models{}

func commandsIn(q Question) (words []string) {
	for _, f := range exact.classify(q, strict) {
		words = append(words, f.Word)
	}
	return words
}

// A command is known wherever it stands, and whoever runs it; what is harmless is quiet.
func TestCommandsAnywhere(t *testing.T) {
	t.Parallel()
	word := func(c string) bool { // also a word of English: known where a command could begin
		told, _ := shell.ProgramArgs(strings.ToLower(strings.Fields(c)[0]))
		return slices.Contains(told, "^")
	}
	for _, c := range split(actingCommands) {
		for way, ask := range asked {
			if (way == "end" || way == "description") && word(c) {
				continue
			}
			for _, before := range []string{"", "sudo ", "EDITOR=vi "} {
				if len(commandsIn(ask(before+c))) == 0 {
					t.Errorf("%s: %q is not held up", way, before+c)
				}
			}
		}
	}
	for _, c := range split(harmlessCommands) {
		for way, ask := range asked {
			for _, before := range []string{"", "CI=1 "} {
				if got := commandsIn(ask(before + c)); len(got) > 0 {
					t.Errorf("%s: %q: %q is held up", way, before+c, got)
				}
			}
			if len(commandsIn(ask("sudo "+c))) == 0 || len(commandsIn(ask("LD_PRELOAD=./x.so "+c))) == 0 {
				t.Errorf("%s: %q with more before it is not held up", way, c)
			}
		}
	}
}

// Words that name a program, and tell it nothing, are prose.
func TestProgramsInProse(t *testing.T) {
	for _, text := range []string{
		"Git hooks", "git hooks or a CI job", "git commit messages", "Which git merge strategy should the docs describe?", "npm workspaces", "Move to npm workspaces", "Docker Compose", "docker compose for local work", "Terraform modules",
		"make the button red", "Make it configurable", "Make release notes shorter", "go with the first one", "Go modules", "find a better name", "Sort by date", "test coverage", "Kill switch", "open questions first", "Watch mode", "time series", "at first",
		"Node 22", "python 3.12", "Python script", "curl example in the README", "SSH keys", "rm command", "Helm chart", "kubectl plugin", "Security review", "Pass the age group", "Should the CLI have a push command like git?", "Redis or Postgres", "psql and pgcli",
		"Use brew, apt or an archive", "The npm publish step", "the terraform apply job", "a docker push retry helper", "cp semantics", "Mount point", "code review first", "Mail template", "Batch size",
	} {
		for _, q := range []Question{{Text: text}, {Text: "Which?", Options: []Option{{Label: text}}}, {Text: "Which?", Options: []Option{{Label: "A", Description: "We keep " + text + " as it is."}}}} {
			if got := commandsIn(q); len(got) > 0 {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
}
