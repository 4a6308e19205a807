"""Forms of secrets, after the public rule sets of gitleaks, trufflehog and detect-secrets; all made up.

Each is assembled here, so that no scanner takes this file for a leak: family, context, the text with `@` in
place of the secret, and the secret.
"""

# ruff: noqa: E501 (a form is read on one line)

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class Form(NamedTuple):
    """One form."""

    family: str
    name: str
    text: str
    secret: str

    @property
    def whole(self) -> str:
        """The text with the secret in it."""
        return self.text.replace("@@", self.secret)


def letters(length: int, seed: str = "") -> str:
    """Made-up letters and digits."""
    return _made(length, _LETTERS, seed)


def hexa(length: int, seed: str = "") -> str:
    """Made-up hexadecimal digits."""
    return _made(length, "0123456789abcdef", seed)


def capitals(length: int, seed: str = "") -> str:
    """Made-up capitals and digits."""
    return _made(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", seed)


def _made(length: int, signs: str, seed: str) -> str:
    made = []
    for number in range(length):
        digest = sha256(f"{seed}/{number}/{len(signs)}".encode()).digest()
        made.append(signs[digest[0] % len(signs)])
    return "".join(made)


def _forms() -> list[Form]:
    rows: list[tuple[str, str, str, str]] = [
        # credentials of clouds
        ("cloud", "access key in a credentials file", "[default]\naws_access_key_id = @@\nregion = eu-west-1", "AKIA" + capitals(16)),
        ("cloud", "secret key in a credentials file", "[default]\naws_secret_access_key = @@\n", letters(40, "aws")),
        ("cloud", "session token in a credentials file", "aws_session_token = @@\n", letters(180, "sts")),
        ("cloud", "Azure storage SAS", "https://acc.blob.core.windows.net/c/b.csv?sv=2022-11-02&sp=r&sig=@@", letters(41, "sas") + "%2B%3D"),
        ("cloud", "Azure storage connection string", "DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=@@;EndpointSuffix=core", letters(86, "acc") + "=="),
        ("cloud", "Azure service bus", "Endpoint=sb://x.example.net/;SharedAccessKeyName=Root;SharedAccessKey=@@", letters(43, "bus") + "="),
        ("cloud", "Azure client secret", "set the secret to @@ in the portal", letters(3, "q") + "8Q~" + letters(34, "az")),
        ("cloud", "Google API key", "const key = '@@';", "AIza" + letters(35, "g")),
        ("cloud", "Google client secret", "secret: @@", "GOCSPX-" + letters(28, "g")),
        ("cloud", "Google refresh token", "use @@ to refresh", "1//0" + letters(60, "r")),
        ("cloud", "Alibaba access key", "id @@ of the account", "LTAI" + letters(20, "l")),
        ("cloud", "DigitalOcean", "doctl auth init -t @@", "dop_v1_" + hexa(64)),
        ("cloud", "Databricks", "host and @@", "dapi" + hexa(32)),
        ("cloud", "Heroku", "HEROKU says @@", "HRKU-AA" + letters(58, "h")),
        ("cloud", "Fly.io", "fly with @@", "fo1_" + letters(43, "f")),
        # models
        ("models", "Anthropic", "it is @@ today", "sk-ant-api03-" + letters(93, "a") + "AA"),
        ("models", "OpenAI project", "it is @@ today", "sk-proj-" + letters(74, "o") + "T3BlbkFJ" + letters(74, "p")),
        ("models", "Perplexity", "it is @@ today", "pplx-" + letters(48, "p")),
        ("models", "Replicate", "it is @@ today", "r8_" + letters(37, "r")),
        ("models", "Hugging Face", "it is @@ today", "hf_" + letters(34, "h")),
        ("models", "LangSmith", "it is @@ today", "lsv2_pt_" + hexa(32) + "_" + hexa(10, "x")),
        ("models", "NVIDIA", "it is @@ today", "nvapi-" + letters(64, "n")),
        ("models", "Tavily", "it is @@ today", "tvly-dev-" + letters(32, "t")),
        # code hosts, packages, builds
        ("code", "GitHub fine-grained", "push with @@", "github_pat_" + letters(22) + "_" + letters(59, "g")),
        ("code", "GitLab", "push with @@", "glpat-" + letters(20, "gl")),
        ("code", "Bitbucket", "push with @@", "ATBB" + letters(32, "bb")),
        ("code", "npm", "publish with @@", "npm_" + letters(36, "n")),
        ("code", "PyPI", "publish with @@", "pypi-AgEIcHlwaS5vcmc" + letters(120, "py")),
        ("code", "RubyGems", "publish with @@", "rubygems_" + hexa(48)),
        ("code", "Docker Hub", "pull with @@", "dckr_pat_" + letters(27, "d")),
        ("code", "Sourcegraph", "search with @@", "sgp_" + hexa(40)),
        ("code", "SonarQube", "scan with @@", "squ_" + hexa(40)),
        ("code", "Postman", "call with @@", "PMAK-" + hexa(24) + "-" + hexa(34, "p")),
        ("code", "CircleCI", "build with @@", "CCIPAT_" + letters(22, "c") + "_" + hexa(40)),
        # services for running things
        ("operations", "Vault", "export it: @@", "hvs." + letters(95, "v")),
        ("operations", "Terraform Cloud", "export it: @@", letters(14, "t") + ".atlasv1." + letters(64, "tf")),
        ("operations", "Pulumi", "export it: @@", "pul-" + hexa(40)),
        ("operations", "Supabase", "export it: @@", "sbp_" + hexa(40)),
        ("operations", "PlanetScale", "export it: @@", "pscale_tkn_" + letters(43, "ps")),
        ("operations", "Doppler", "export it: @@", "dp.pt." + letters(43, "dp")),
        ("operations", "Grafana", "export it: @@", "glsa_" + letters(32, "gr") + "_" + hexa(8)),
        ("operations", "New Relic", "export it: @@", "NRAK-" + capitals(27, "nr")),
        ("operations", "Tailscale", "export it: @@", "tskey-auth-" + letters(12, "ts") + "-" + letters(32, "t2")),
        ("operations", "OpenShift", "oc with @@", "sha256~" + letters(43, "os")),
        ("operations", "Dynatrace", "export it: @@", "dt0c01." + capitals(24) + "." + capitals(64, "dt")),
        # desks, chats, mail, money
        ("business", "Linear", "sync with @@", "lin_api_" + letters(40, "li")),
        ("business", "Notion", "sync with @@", "ntn_" + "12345678901" + letters(35, "no")),
        ("business", "Airtable", "sync with @@", "pat" + letters(14, "at") + "." + hexa(64)),
        ("business", "Atlassian", "sync with @@", "ATATT3" + letters(180, "aa") + "=" + hexa(8)),
        ("business", "Slack app", "sync with @@", "xapp-1-" + capitals(11) + "-1234567890123-" + hexa(64)),
        ("business", "Discord webhook", "https://discord.com/api/webhooks/123456789012345678/@@", letters(68, "dw")),
        ("business", "SendGrid", "send with @@", "SG." + letters(22, "s") + "." + letters(43, "g")),
        ("business", "Mailgun", "send with @@", "key-" + hexa(32)),
        ("business", "Sendinblue", "send with @@", "xkeysib-" + hexa(64) + "-" + letters(16, "sb")),
        ("business", "Stripe test key", "pay with @@", "sk_test_" + letters(24, "st")),
        ("business", "Square", "pay with @@", "sq0atp-" + letters(22, "sq")),
        ("business", "Shopify", "sell with @@", "shpat_" + hexa(32)),
        # addresses
        ("addresses", "password without a user", "redis://:@@@cache.example.org:6379/0", "Pw" + letters(14, "re")),
        ("addresses", "user and password", "postgres://app:@@@db.example.org/orders", "s3cret-" + letters(6, "pg")),
        ("addresses", "token as user", "https://@@@example.org/repo.git", letters(40, "tu")),
        ("addresses", "token in a query", "GET /v1/items?limit=5&access_token=@@&page=2", letters(40, "tq")),
        ("addresses", "signed address", "https://b.s3.example.org/k?X-Amz-Expires=60&X-Amz-Signature=@@", hexa(64, "sg")),
        # headers
        ("headers", "X-Api-Key", "curl -H 'X-Api-Key: @@' https://example.org", letters(32, "xa")),
        ("headers", "Authorization Bearer", "Authorization: Bearer @@", letters(48, "be")),
        ("headers", "Authorization Basic", "Authorization: Basic @@", letters(24, "ba") + "=="),
        ("headers", "Authorization token", "Authorization: token @@", hexa(40, "at")),
        ("headers", "Private-Token", "PRIVATE-TOKEN: @@", letters(20, "pt")),
        ("headers", "cookie", "Cookie: sessionid=@@; theme=dark", letters(32, "co")),
        ("headers", "set cookie", "Set-Cookie: sid=@@; Path=/; HttpOnly", letters(40, "sc")),
        ("headers", "recorded header", '{"name": "X-Auth-Token", "value": "@@"}', letters(32, "ha")),
        # names in JSON, code, YAML and settings
        ("named", "JSON", '{"api_key": "@@", "limit": 5}', letters(32, "js")),
        ("named", "JSON within JSON", '{\\"client_secret\\": \\"@@\\"}', letters(32, "jj")),
        ("named", "code", 'API_KEY = "@@"', letters(32, "cd")),
        ("named", "argument", 'client = Client(token="@@")', letters(32, "ar")),
        ("named", "PHP", "'password' => '@@',", "Tr0ub4dor-" + letters(5, "ph")),
        ("named", "YAML password", "db:\n  user: app\n  password: @@\n  port: 5432", "hunter2-" + letters(6, "ya")),
        ("named", "YAML key", "stripe:\n  secret_key: @@\n", letters(32, "yk")),
        ("named", "properties", "spring.datasource.password=@@", "Kx9" + letters(9, "pr")),
        ("named", "shell variable", "export PGPASSWORD=@@", "Zq7" + letters(9, "sh")),
        ("named", "Terraform", '  master_password = "@@"', "Lm4" + letters(12, "te")),
        ("named", "XML", "<server><password>@@</password></server>", "Xm1" + letters(12, "xm")),
        ("named", "connection string", "Server=db;Database=o;User Id=app;Password=@@;Encrypt=true", "Cs5" + letters(12, "cs")),
        # command lines
        ("commands", "--password", "backup --password @@ --all", "Bk6" + letters(10, "cp")),
        ("commands", "--password=", "backup --user app --password=@@", "Bq6" + letters(10, "cq")),
        ("commands", "mysql -p", "mysql -u root -p@@ orders", "My8" + letters(9, "my")),
        ("commands", "sshpass", "sshpass -p @@ ssh app@example.org", "Ss2" + letters(9, "ss")),
        ("commands", "curl -u", "curl -s -u app:@@ https://example.org", "Cu3" + letters(9, "cu")),
        ("commands", "docker login", "docker login -u app -p @@ registry.example.org", "Do4" + letters(9, "do")),
        ("commands", "--token", "deploy --token @@ --dry-run", letters(32, "ct")),
        # passwords that are words
        ("words", "YAML", "login:\n  user: app\n  password: @@\n", "moonlight"),
        ("words", "settings", "ftp.passwd = @@\n", "sandcastle"),
        ("words", "variable", "docker run -e APP_PASSWORD=@@ image", "rainbow"),
        ("words", "numbered line", "    12\tDB_PASS=@@\n    13\tDB_PORT=1", "waterfall"),
        ("words", "JSON", '{"user": "app", "password": "@@"}', "cinnamon"),
        ("words", "argument", "connect(user='app', password='@@')", "peppermint"),
        ("words", "option", "backup --user app --password @@ --all", "dandelion"),
        ("words", "option with =", "backup --db-password=@@", "chestnut"),
        ("words", "mysql -p", "mysqldump -u root -p@@ orders", "snowflake"),
        ("words", "piped login", "echo @@ | docker login example.org -u app --password-stdin", "firefly"),
        ("words", "ADO", "Server=db;Database=o;Uid=app;Pwd=@@;", "starfish"),
        ("words", "libpq", "host=db user=app password=@@ sslmode=require", "seagull"),
        ("words", "Oracle", "jdbc:oracle:thin:app/@@@db:1521/O", "driftwood"),
        ("words", "login in code", 'requests.get(url, auth=("app", "@@"))', "clementine"),
        ("words", "sentence", "The password is `@@`, for now.", "hedgehog"),
        ("words", "sentence without quotes", "The password for the archive is @@.", "sunflower"),
        ("words", "order to set one", "Please set the admin password to @@, then restart.", "marigold"),
        ("words", "cell beside its name", "| user | app |\n| password | @@ |", "honeycomb"),
        ("words", "column of a table", "| user | password | used |\n|---|:--|---|\n| app | @@ | yes |", "lighthouse"),
        ("words", "form", '<input type="password" name="p" value="@@">', "buttercup"),
        ("words", "setter", "store.setPassword('@@');", "nightingale"),
        ("words", "form body", 'name="password"\r\n\r\n@@\r\n--edge', "woodpecker"),
        ("words", "passphrase", 'passphrase: "@@"', "seven green boats at noon"),
        ("words", "mongosh -p", "mongosh --host db -u app -p @@ orders", "tumbleweed"),
        ("words", "sqlcmd -P", "sqlcmd -S db -U app -P @@ -Q 'select 1'", "windmill"),
        ("words", "rabbitmqctl", "rabbitmqctl add_user app @@", "jellyfish"),
        ("words", "nmcli", "nmcli dev wifi connect home password @@", "fireplace"),
        ("words", "literal", "kubectl create secret generic db --from-literal=user=app,password=@@", "mayflower"),
        ("named", "list of variables", "- name: APP_PASSWORD\n  value: @@\n", "aB3" + letters(12, "lv")),
        ("named", "pair in JSON", '{"name": "APP_TOKEN", "value": "@@"}', letters(28, "pj")),
        ("named", "symbol", 'set :deploy_token, "@@"', letters(28, "sy")),
        ("named", "setter", 'client.setApiKey("@@")', letters(28, "se")),
        ("named", "configure", "aws configure set aws_secret_access_key @@", letters(40, "ac")),
        ("named", "piped token", "echo @@ | gh auth login --with-token", letters(40, "gt")),
        ("named", "Dockerfile", "FROM base\nENV APP_TOKEN @@\n", letters(24, "df")),
        ("named", "XML setting", '<add key="ApiSecret" value="@@" />', letters(28, "xs")),
        # files of credentials
        ("files", ".netrc", "machine example.org\n  login app\n  password @@\n", "Nr5" + letters(9, "ne")),
        ("files", ".netrc on a line", "machine example.org login app password @@", "Nl5" + letters(9, "nl")),
        ("files", ".pgpass", "db.example.org:5432:orders:app:@@", "Pp6" + letters(9, "pp")),
        ("files", ".npmrc", "//registry.example.org/:_authToken=@@", hexa(8) + "-" + hexa(4) + "-" + hexa(4) + "-" + hexa(4) + "-" + hexa(12)),
        ("files", "Docker configuration", '{"auths": {"example.org": {"auth": "@@"}}}', letters(30, "dc") + "=="),
        ("files", "cookie file", "example.org\tFALSE\t/\tTRUE\t1999999999\tsession\t@@", letters(32, "cf")),
        ("files", "shadow", "app:@@:19700:0:99999:7:::", "$6$" + letters(16, "s1") + "$" + letters(86, "s2")),
        # private keys
        ("private keys", "RSA", "@@", f"-----BEGIN RSA PRIVATE KEY-----\n{letters(640, 'rsa')}\n-----END RSA PRIVATE KEY-----"),
        ("private keys", "OpenSSH", "@@", f"-----BEGIN OPENSSH PRIVATE KEY-----\n{letters(640, 'ssh')}\n-----END OPENSSH PRIVATE KEY-----"),
        ("private keys", "PGP", "@@", f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{letters(640, 'pgp')}\n-----END PGP PRIVATE KEY BLOCK-----"),
        ("private keys", "quoted", "> @@", "-----BEGIN EC PRIVATE KEY-----\n" + "\n".join(f"> {letters(64, f'q{n}')}" for n in range(4))),
        ("private keys", "in base64", "client-key-data: @@", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t" + letters(400, "b64")),
        ("private keys", "JSON Web Key", '{"kty": "OKP", "crv": "Ed25519", "d": "@@", "x": "abc"}', letters(43, "jwk")),
        ("private keys", "age", "@@", "AGE-SECRET-KEY-1" + capitals(58)),
    ]  # fmt: skip
    return [Form(*row) for row in rows]


FORMS = tuple(_forms())
