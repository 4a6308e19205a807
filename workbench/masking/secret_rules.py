"""The rules by which `masking` recognises secrets: by prefix, by position, and by the name next to them.

Prefixes and positions are those of the public rule sets of gitleaks, trufflehog and detect-secrets. Of the
library `detect-secrets`, the detectors that recognise a token by its own form are used; its rules that scan a
whole line from every position are replaced by bounded ones here. No pattern repeats without a bound, and none
is applied to a text without one of its cues.
"""

# ruff: noqa: E501 (a pattern is read on one line)

from __future__ import annotations

import re
from functools import cache

from workbench.masking.secret_library import of_library
from workbench.masking.secret_passwords import passwords
from workbench.masking.secret_rule import Rule, compiled_once, rule
from workbench.masking.secret_sentences import sentences_and_tables, stated
from workbench.masking.secret_values import (
    credential,
    header,
    key_like,
    mixed,
    password,
    scrambled,
    secret_name,
    setting,
)

_W = "[A-Za-z0-9_-]"
_A = "[A-Za-z0-9]"
_B64 = "[A-Za-z0-9+/]"
_PREFIXED: tuple[tuple[str, str, str], ...] = (
    # models and their tools
    ("Anthropic API key", "sk-ant-", _W + "{20,200}"),
    ("OpenAI API key", "sk-proj-|sk-svcacct-|sk-admin-|sk-None-", _W + "{20,200}"),
    ("OpenAI API key", "sk-", _A + "{40,64}"),
    ("OpenRouter API key", "sk-or-v1-", "[0-9a-f]{32,128}"),
    ("Groq API key", "gsk_", _A + "{40,60}"),
    ("xAI API key", "xai-", _A + "{60,100}"),
    ("Google API key", "AIza", _W + "{35}"),
    ("Google API key", "AQ.Ab", _W + "{30,100}"),
    ("Hugging Face token", "hf_", _A + "{30,40}"),
    ("Hugging Face token", "api_org_", _A + "{30,40}"),
    ("Perplexity API key", "pplx-", _A + "{40,64}"),
    ("Replicate token", "r8_", _A + "{37,40}"),
    ("LangSmith key", "lsv2_pt_|lsv2_sk_", "[0-9a-f]{32}_[0-9a-f]{10}"),
    ("NVIDIA API key", "nvapi-", _W + "{50,100}"),
    ("Tavily API key", "tvly-", _W + "{20,64}"),
    ("Firecrawl API key", "fc-", "[0-9a-f]{32}"),
    ("Jina API key", "jina_", _W + "{40,80}"),
    ("Voyage API key", "pa-", _W + "{43}"),
    ("Fireworks API key", "fw_", _A + "{22,40}"),
    ("Cerebras API key", "csk-", _A + "{40,64}"),
    ("Pinecone API key", "pcsk_", _W + "{40,100}"),
    ("E2B API key", "e2b_", "[0-9a-f]{40}"),
    ("Weights & Biases key", "wandb_v1_", _W + "{40,100}"),
    ("Langfuse key", "sk-lf-", "[0-9a-f-]{36}"),
    ("ElevenLabs API key", "sk_", "[0-9a-f]{48}"),
    ("AWS Bedrock key", "ABSK", _B64 + "{100,200}"),
    # code hosts and packages
    ("GitHub token", "github_pat_", "[0-9A-Za-z_]{22,255}"),
    ("GitLab Token", "glpat-|gldt-|glrt-|glcbt-|glptt-|glft-|glimt-|glsoat-|glagent-|gloas-", _W + "{20,64}"),
    ("Bitbucket token", "ATBB", _A + "{28,60}"),
    ("Atlassian API token", "ATATT3|ATCTT3", "[A-Za-z0-9_=-]{50,250}"),
    ("npm token", "npm_", _A + "{36}"),
    ("RubyGems key", "rubygems_", "[0-9a-f]{48}"),
    ("NuGet key", "oy2", "[a-z0-9]{43}"),
    ("Clojars token", "CLOJARS_", "[0-9a-z]{60}"),
    ("crates.io token", "cio", _A + "{32}"),
    ("Docker token", "dckr_pat_|dckr_oat_", _W + "{20,64}"),
    ("Artifactory key", "AKCp", _A + "{60,80}"),
    ("Artifactory token", "cmVmd", _A + "{59}"),
    ("Sourcegraph token", "sgp_", "(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}"),
    ("SonarQube token", "squ_|sqp_|sqa_", "[0-9a-f]{40}"),
    ("Buildkite token", "bkua_|bkpat_", _A + "{36,64}"),
    ("CircleCI token", "CCIPAT_|CCIPRJ_", _A + "{10,30}_[0-9a-f]{40}"),
    ("Postman key", "PMAK-", "[0-9a-fA-F]{24}-[0-9a-fA-F]{34}"),
    ("ReadMe key", "rdme_", "[0-9a-z]{70}"),
    # clouds and databases
    ("AWS Access Key", "AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9]", "[A-Z0-9]{16}"),
    ("Alibaba access key", "LTAI", _A + "{16,24}"),
    ("Tencent secret id", "AKID", _A + "{32,36}"),
    ("Google OAuth token", "ya29\\.", _W + "{20,500}"),
    ("Google refresh token", "1//0", _W + "{40,200}"),
    ("Google client secret", "GOCSPX-", _W + "{20,60}"),
    ("DigitalOcean token", "do[opr]_v1_", "[0-9a-f]{64}"),
    ("Databricks token", "dapi", "[0-9a-f]{32}(?:-[0-9])?"),
    ("Dynatrace token", "dt0c01\\.", _A + "{24}\\." + _A + "{64}"),
    ("Fly.io token", "fo1_", _W + "{43}"),
    ("Fly.io token", "fm1[ar]_|fm2_", _B64 + "{60,1000}={0,3}"),
    ("Heroku key", "HRKU-", _W + "{36,64}"),
    ("Cloudflare key", "v1\\.0-", "[0-9a-f]{24}-[0-9a-f]{146}"),
    ("PlanetScale secret", "pscale_(?:tkn|pw|oauth)_", "[A-Za-z0-9_=.-]{32,64}"),
    ("Supabase token", "sbp_|sb_secret_", _W + "{24,64}"),
    ("Neon API key", "napi_", "[0-9a-z]{40,80}"),
    ("Netlify token", "nfp_|nfc_|nfo_|nfu_", _A + "{30,64}"),
    ("Vercel token", "vc[apikr]_", _A + "{24,80}"),
    ("Pulumi token", "pul-", "[0-9a-f]{40}"),
    ("Terraform token", "[A-Za-z0-9]{14}\\.atlasv1\\.", "[A-Za-z0-9_=-]{40,80}"),
    ("Vault token", "hv[sbr]\\.", _W + "{24,300}"),
    ("Doppler token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.", "[A-Za-z0-9_.-]{40,100}"),
    ("1Password secret", "ops_eyJ", _B64 + "{100,2000}={0,3}"),
    ("1Password secret", "A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"),
    ("Infisical token", "st\\.", "[0-9a-f]{24}\\.[0-9a-f]{32}\\.[0-9a-f]{32}"),
    ("OpenShift token", "sha256~", _W + "{43}"),
    ("Prefect key", "pnu_|pnb_", _A + "{36}"),
    ("Harness token", "pat\\.|sat\\.", _W + "{22}\\.[0-9a-f]{24}\\." + _A + "{20}"),
    ("Scalingo token", "tk-us-", _W + "{48}"),
    ("Tailscale key", "tskey-[a-z]{3,12}-", _A + "{8,24}-" + _A + "{20,48}"),
    ("ClickHouse key", "4b1d", _A + "{38}"),
    ("Octopus Deploy key", "API-", "[A-Z0-9]{26,32}"),
    ("Adobe client secret", "p8e-", "[0-9A-Za-z_-]{32}"),
    ("SettleMint token", "sm_[aps]at_", _A + "{16}"),
    ("Authress key", "(?:sc|ext|scauth|authress)_", "[0-9a-z]{5,30}\\.[0-9a-z]{4,6}\\.acc[_-][0-9a-z-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}"),
    ("Azure client secret", "[A-Za-z0-9_~.]{3}[0-9]Q~", "[A-Za-z0-9_~.-]{31,34}"),
    ("age secret key", "AGE-SECRET-KEY-1", "[0-9A-Z]{50,70}"),
    # watching, mail, chat
    ("Grafana token", "glc_", _B64 + "{32,400}={0,3}"),
    ("Grafana token", "glsa_", _A + "{32}_[0-9A-Fa-f]{8}"),
    ("New Relic key", "NRAK-|NRJS-|NRII-|NRAA-|NRRA-", "[A-Za-z0-9-]{19,42}"),
    ("Sentry token", "sntry[su]_", "[A-Za-z0-9+/=_-]{60,500}"),
    ("Sendinblue key", "xkeysib-|xsmtpsib-", "[0-9a-f]{64}-[0-9A-Za-z]{16}"),
    ("Mailgun key", "key-", "[0-9a-f]{32}"),
    ("Slack Token", "xapp-[0-9]-", "[A-Z0-9]{8,20}-[0-9]{8,20}-[0-9a-f]{40,80}"),
    ("Slack Token", "xox[abeoprs][.-]", "[A-Za-z0-9.-]{20,250}"),
    ("Telegram token", "bot[0-9]{8,10}:", _W + "{35}"),
    ("Linear key", "lin_api_|lin_oauth_", _A + "{32,64}"),
    ("Notion token", "ntn_", _A + "{40,50}"),
    ("Notion token", "secret_", _A + "{43}"),
    ("Figma token", "figd_|figo_|figu_", _W + "{36,64}"),
    ("Typeform token", "tfp_", "[A-Za-z0-9_.=-]{44,64}"),
    ("Airtable token", "pat" + _A + "{14}\\.", "[0-9a-f]{64}"),
    ("HubSpot token", "pat-(?:na|eu)[0-9]-", "[0-9a-f-]{36}"),
    ("Contentful token", "CFPAT-", _W + "{43}"),
    ("Frame.io token", "fio-u-", "[A-Za-z0-9_=-]{64}"),
    ("Mapbox token", "sk\\.eyJ", "[A-Za-z0-9_-]{40,200}\\.[A-Za-z0-9_-]{20,64}"),
    ("MaxMind key", "[A-Za-z0-9]{6}_", _A + "{29}_mmk"),
    # money and parcels
    ("Stripe Access Key", "sk_live_|sk_test_|sk_prod_|rk_live_|rk_test_|rk_prod_", _A + "{10,200}"),
    ("webhook secret", "whsec_", _B64 + "{24,100}={0,2}"),
    ("Square token", "sq0atp-|sq0csp-", _W + "{22,60}"),
    ("Square token", "EAAA", _W + "{56,64}"),
    ("Facebook token", "EAA[A-Z]", _A + "{80,300}"),
    ("Shopify token", "shp(?:at|ca|pa|ss)_", "[0-9a-fA-F]{32}"),
    ("Shippo token", "shippo_(?:live|test)_", "[0-9a-fA-F]{40}"),
    ("EasyPost key", "EZ[AT]K", _A + "{54}"),
    ("Duffel token", "duffel_(?:live|test)_", "[A-Za-z0-9_=-]{43}"),
    ("Flutterwave key", "FLWSECK(?:_TEST)?-", "[0-9a-zA-Z]{12,40}(?:-X)?"),
    ("Lob key", "live_|test_", "[0-9a-f]{35}"),
    ("Plaid token", "access-(?:sandbox|development|production)-", "[0-9a-f-]{36}"),
    ("PayPal token", "access_token\\$(?:production|sandbox)\\$", "[0-9a-z]{16}\\$[0-9a-f]{32}"),
    ("Infracost key", "ico-", _A + "{32}"),
    ("Dropbox token", "sl\\.", _W + "{60,1500}"),
    ("Yandex key", "AQVN", _W + "{35,38}"),
)  # fmt: skip
"""Kind, prefix and remainder of a token; no letter, digit, dash or underscore may precede it."""


_CUES = {"Authress key": (".acc",), "MaxMind key": ("_mmk",)}
"""Cues of rules whose prefix has no literal part."""


def _cue(prefix: str) -> tuple[str, ...]:
    """Return the literal parts of a prefix, one for each of its branches."""
    longest = (max(re.findall(r"[a-z0-9_./~:-]+", _plain(each)), key=len) for each in _branches(prefix))
    return tuple(dict.fromkeys(longest))


def _branches(prefix: str) -> list[str]:
    return re.sub(r"\([^)]*\)", " ", prefix).split("|")


def _plain(branch: str) -> str:
    without = re.sub(r"\[[^\]]*\](?:\{[^}]*\}|\?)?", " ", branch)
    return without.replace("\\", "").lower()


def _prefixed() -> list[Rule]:
    return [
        Rule(
            name,
            _CUES.get(name) or _cue(prefix),
            compiled_once(rf"(?<![A-Za-z0-9_-])(?:{prefix}){body}"),
            0,
            mixed,
        )
        for name, prefix, body in _PREFIXED
    ]


_STOP = r"\s\"'`<>&,;|(){}\\"
"""Characters that end an unquoted value."""
_QUOTED = r"\\?[\"'`]([^\"'`\s\\]{6,400}+)(?:\\?[\"'`]|(?=[A-Za-z0-9+/=_-]))"
_NAMES = "(?:pass(?:word|wd|phrase|code|(?![a-z]))|passwort|pwd|pw|secret|token|credentials?|key|connection[_-]?string)"
_NAME_PLACES = re.compile("pass|pwd|pw|secret|token|credential|key|connection")
_HEADER_PLACES = re.compile("(?:key|token|secret|auth|signature|authentication)[\"'\\\\]{0,3}[ \\t]{0,3}:")
_COMMANDS = (
    r"(?:pass(?:word|wd|phrase|code)?|[a-z-]{1,20}-pass(?:word|wd|phrase|code)?|token|[a-z-]{1,20}-token|secret"
    r"|[a-z-]{1,20}-secret|(?:[a-z-]{1,20}-)?api-?key|[a-z-]{1,20}-key|[a-z-]{1,20}-pw|pwd|apikey|credential)"
)


def _placed() -> list[Rule]:
    """Return the rules for secrets identified by a header or an address."""
    i = re.IGNORECASE
    m = re.MULTILINE
    # fmt: off
    return [
        rule("bearer token", "bearer", r"\bbearer[ \t]{1,4}([A-Za-z0-9._~+/-]{20,2000}={0,2})", None, i),
        rule("authorization", "authorization",
              r"\bauthorization[\"'\\]{0,3}[ \t]{0,3}[:=][ \t]{0,3}\\?[\"']?(?:token|api-?key|key|apitoken|"
              r"negotiate|digest|splunk|sso-key|genie-?key|discord|bot|ssws|aws)[ \t]{1,4}(?:token=)?"
              r"[\"']?([A-Za-z0-9._~+/:=-]{8,2000})", mixed, i),
        rule("basic authorization", "basic",
              r"\bauthorization[\"'\\]{0,3}[ \t]{0,3}[:=][ \t]{0,3}\\?[\"']?basic[ \t]{1,4}([A-Za-z0-9+/]{8,2000}={0,2})",
              None, i),
        rule("authorization", "authorization",
              r"\bauthorization[\"'\\]{0,3}[ \t]{0,3}:[ \t]{0,3}\\?[\"']?([A-Za-z0-9._~+/-]{16,2000}={0,2})"
              r"(?![A-Za-z0-9 ])", mixed, i),
        rule("request signature", "signature=", r"\bSignature=([0-9a-f]{64}|[A-Za-z0-9+/%]{40,100})", mixed),
        rule("key in a header", "key|token|secret|auth|signature",
              rf"[a-z]{{3,14}}[\"'\\]{{0,3}}[ \t]{{0,3}}:[ \t]{{0,3}}\\?[\"']?([^{_STOP}]{{8,2000}})",
              header, i)._replace(places=_HEADER_PLACES),
        rule("key in a header", "\"value",
              r"\"name\\?\"[ \t\n]{0,20}:[ \t]{0,3}\\?\"(?:x-[a-z-]{0,30}(?:key|token|secret|auth|signature)|(?:[a-z]{2,20}-){0,3}api-?key|(?:proxy-)?authorization|(?:set-)?cookie|[a-z-]{0,20}-token)\\?\"[ \t]{0,3},"
              r"\s{0,40}\\?\"value\\?\"[ \t]{0,3}:[ \t]{0,3}\\?\"([^\"\\]{12,4000})\\?\"", mixed, i),
        rule("cookie", "cookie",
              r"\bcookie[\"'\\]{0,3}[ \t]{0,3}[:=][ \t]{0,3}\\?[\"']?((?:[A-Za-z0-9_.%-]{1,60}=[^\s;\"'\\]{0,1500};[ \t]{0,2}){0,20}"
              r"[A-Za-z0-9_.%-]{1,60}=[^\s;\"'\\]{8,1500})", mixed, i),
        rule("cookie", "curl", r"\bcurl\b[^\n]{0,300}?[ \t](?:-b|--cookie)[ =]{0,2}[\"']?([A-Za-z0-9_.-]{1,60}=[^\n\"']{8,2000})",
              mixed),
        rule("cookie", "\ttrue\t|\tfalse\t",
              r"^[^\s]{1,200}\t(?:TRUE|FALSE)\t/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,16}\t[^\t\n]{1,100}\t([^\s]{8,2000})",
              mixed, m),
        rule("Basic Auth Credentials", "://",
              r"://[^\s:/@\"'`<>{}$()]{0,200}:([^\s/@\"'`<>{}$()]{2,200})@(?=[A-Za-z0-9\[])", credential),
        rule("token in an address", "://", r"://([A-Za-z0-9_-]{20,200})(?::x-oauth-basic)?@(?=[A-Za-z0-9])", mixed),
        rule("key in an address", "=",
              r"[?&](?:[a-z_-]{0,30}token|(?:[a-z_-]{0,20}api[_-]?)?key|api[_-]?key|sig|[a-z-]{0,20}signature|client_secret|secret|"
              r"pass(?:word|wd)?|pwd|auth|sas|code|x-amz-credential|awsaccesskeyid)=([^\s&\"'`<>#\\]{8,2000})", mixed, i),
        rule("key in an address", "sig=", r"\bsig=([A-Za-z0-9%+/]{40,100}(?:%3[Dd]|=){0,2})", mixed),
        rule("one-time password secret", "otpauth://", r"otpauth://[^\s\"']{0,300}?[?&]secret=([A-Za-z2-7]{16,128})", None),
        rule("webhook address", "webhooks/", r"discord(?:app)?\.com/api/webhooks/\d{10,25}/([A-Za-z0-9_-]{40,100})", None),
        rule("webhook address", "webhook.office.com|webhookb2",
              r"(?:webhook\.office\.com|outlook\.office(?:365)?\.com)/webhook(?:b2)?/([A-Za-z0-9@-]{36,100}/IncomingWebhook/[A-Za-z0-9/-]{32,100})",
              None),
        rule("webhook address", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{20,100})", None),
        rule("connection key", "accesskey|accountkey|accesssignature",
              r"\b(?:SharedAccessKey|AccountKey|SharedAccessSignature|AccessKey)=([A-Za-z0-9+/%=&. -]{20,400})", mixed),
    ]
    # fmt: on


def _commanded() -> list[Rule]:
    """Return the rules for secrets identified by a command line, a statement or a sentence."""
    i, m = re.IGNORECASE, re.MULTILINE
    # fmt: off
    return [
        rule("password on a command line", "-",
              rf"(?<![A-Za-z0-9_-])--?{_COMMANDS}(?:=|[ \t]{{1,4}})\\?[\"']?(?!-)([^\s\"'`<>|;\\]{{6,400}})", password, i),
        rule("password on a command line", "mysql|mariadb", r"\b(?:mysql|mariadb)[a-z]{0,10}\b[^\n|;]{0,200}?[ \t]-p[\"']?([^\s\"'|;]{6,100})", password),
        rule("password on a command line", "sshpass", r"\bsshpass[ \t]{1,4}-p[ \t]{0,4}[\"']?([^\s\"']{4,100})", credential),
        rule("password on a command line", "login",
              r"\b(?:docker|podman|az|helm|oc|skopeo)\b[^\n|;]{0,60}\blogin\b[^\n|;]{0,200}?[ \t]-p[ \t=]{0,4}[\"']?([^\s\"'-][^\s\"']{5,200})", password),
        rule("password on a command line", "curl|wget|http",
              r"\b(?:curl|wget|https?)\b[^\n|]{0,400}?[ \t](?:-u|--user|-a|--auth|--proxy-user)[ \t=]{0,4}[\"']?[^\s:\"'$/]{0,100}:([^\s\"'$/][^\s\"']{3,200})", credential),
        rule("password on a command line", "redis-cli", r"\bredis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}[\"']?([^\s\"']{4,200})", credential),
        rule("password on a command line", "pass:", r"-pass(?:in|out|word)?[ \t]{1,4}[\"']?pass:([^\s\"']{4,200})", credential, i),
        rule("password on a command line", "ldap", r"\bldap[a-z]{3,10}\b[^\n|;]{0,300}?[ \t]-w[ \t]{1,4}[\"']?([^\s\"']{4,200})", credential),
        rule("password on a command line", "smbclient|mount|rpcclient|winexe",
              r"\b(?:smbclient|rpcclient|winexe|mount)\b[^\n|;]{0,300}?[ \t]-U[ \t]{0,4}[\"']?[^\s%\"']{1,60}%([^\s\"']{4,200})", credential),
        rule("password on a command line", "htpasswd", r"\bhtpasswd\b[^\n|;]{0,40}[ \t]-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \t]{1,4}[^\n|;]{0,120}[ \t]([^\s\"'|;]{6,100})[ \t]*$", password, m),
        rule("password on a command line", "chpasswd", r"\becho[ \t]{1,4}[\"']?[A-Za-z0-9_.-]{1,40}:([^\s\"'|]{4,200})[\"']?[ \t]{0,4}\|[^\n]{0,30}\bchpasswd\b", credential),
        rule("password on a command line", "sudo", r"\becho[ \t]{1,4}[\"']?([^\s\"'|$]{6,100})[\"']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t]{1,4}-[a-zA-Z]{0,3}S\b", credential),
        rule("password in a statement", "identified|password",
              r"\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}[a-z0-9_']{1,40}[ \t]{1,4})?by|with[ \t]{1,4}(?:encrypted[ \t]{1,4})?password|password)[ \t]{1,4}'([^'\n]{4,200})'", credential, i),
        rule("password in a statement", "convertto-securestring", r"ConvertTo-SecureString[^\n]{0,60}?[\"']([^\"'\n]{4,200})[\"']", credential, i),
        rule("password in a sentence", "pass",
              r"\bpass(?:word|phrase|wd|code)[ \t]{1,3}(?:is|was|to|will be|=)[ \t]{0,3}:?[ \t]{0,3}[\"'`]?([^\s\"'`]{6,100})", stated, i),
    ]
    # fmt: on


def _in_files() -> list[Rule]:
    """Return the rules for secrets in credential files, and for private keys."""
    i, m = re.IGNORECASE, re.MULTILINE
    # fmt: off
    return [
        rule(".netrc password", "password",
              r"\b(?:machine|default|login)[ \t\n]{1,4}[^\s]{1,200}[ \t\n]{1,8}(?:login[ \t\n]{1,4}[^\s]{1,200}[ \t\n]{1,8})?password[ \t\n]{1,4}([^\s]{4,300})", credential),
        rule(".pgpass password", ":5432:|:5433:|:6432:|:*:",
              r"^[ \t]{0,8}[A-Za-z0-9_.*-]{1,100}:(?:5432|5433|6432|\*):[A-Za-z0-9_*-]{1,60}:[A-Za-z0-9_-]{1,60}:([^\s:]{4,100})[ \t]*$", credential, m),
        rule("npm token", "_auth|_password", r"_(?:authToken|auth|password)[ \t]{0,3}=[ \t]{0,4}[\"']?([A-Za-z0-9+/_-]{12,400}={0,2})", mixed),
        rule("registry login", "\"auth", r"\"auth\\?\"[ \t]{0,3}:[ \t]{0,3}\\?\"([A-Za-z0-9+/]{12,400}={0,2})\\?\"", mixed),
        rule("password hash", "$", r"(?<![A-Za-z0-9$])(\$(?:apr1|1|2[abxy]|5|6|7|y|gy|argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]{0,8})\$[./A-Za-z0-9$=,+*-]{20,250})", mixed),
        rule("private key", "\"kty", r"\"kty\\?\"[^{}]{0,2000}?\"(?:d|k)\\?\"[ \t]{0,3}:[ \t]{0,3}\\?\"([A-Za-z0-9_-]{32,1000})\\?\"", mixed),
        rule("private key", "\"kty", r"\"(?:d|k)\\?\"[ \t]{0,3}:[ \t]{0,3}\\?\"([A-Za-z0-9_-]{32,1000})\\?\"[^{}]{0,2000}?\"kty", mixed),
        rule("private key", "ls0tls1crud", rf"(LS0tLS1CRUdJTi{_B64}{{60,4000}}={{0,2}})", None),
        rule("private key", "b3blbnnzac1rzxktdje", rf"(b3BlbnNzaC1rZXktdjE{_B64}{{20,4000}}={{0,2}})", None),
        rule("secret with its name", "django-insecure-", r"\b(django-insecure-[^\s\"'`]{16,80})", None),
        rule("secret in settings", "requirepass|masterauth", r"^[ \t]{0,8}(?:requirepass|masterauth)[ \t]{1,4}[\"']?([^\s\"']{6,200})", password, m),
        rule("secret with its name", "secret", r"\bsecret[_-]?id[\"'\\]{0,3}[ \t]{0,3}[:=][ \t]{0,3}\\?[\"']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", None, i),
        rule("seed words", "mnemonic|seed|recovery",
              r"\b(?:mnemonic|seed|recovery)[a-z_ -]{0,20}[\"'\\]{0,3}[ \t]{0,3}(?:[:=]|is)[ \t]{0,3}\\?[\"']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b", None, i),
        rule("Vault token", "s.", r"(?<![A-Za-z0-9_.-])(s\.[A-Za-z0-9]{24})(?![A-Za-z0-9_(.-])", scrambled),
        rule("JSON Web Token", "eyj",
              r"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{2,3000}\.[A-Za-z0-9_-]{0,1000})", None),
        rule("JSON Web Token", "eyj", r"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{0,1000}(?:\.[A-Za-z0-9_-]{10,1500}){3})", None),
    ]
    # fmt: on


def _named() -> list[Rule]:
    """Return the rules for values next to a secret's name: in code, JSON, YAML, settings and variables."""
    i = re.IGNORECASE
    sep = r"[\"'\\\]]{0,3}[ \t]{0,12}(?:=>|:=|\|\|=|\?=|==|=|:)[ \t]{0,12}"
    end = r"(?=$|[\s\"'`<>&,;|)}\]\\]|[A-Za-z0-9+/=_-])"
    tail = r"[A-Za-z0-9_-]{0,20}"
    # fmt: off
    found = [
        rule("secret with its name", "pass|pw|secret|token|credential|key|connection", rf"{_NAMES}{tail}{sep}[rbuf]?{_QUOTED}", secret_name, i),
        rule("secret with its name", "pass|pw|secret|token|credential|key|connection", rf"{_NAMES}{tail}[\"']{{1,2}}[ \t]{{0,3}},[ \t]{{0,8}}{_QUOTED}", secret_name, i),
        rule("secret in a variable", "pass|pw|secret|token|credential|key|connection",
              rf"{_NAMES}{tail}=([^\s\"'`<>&,;|(){{}}\[\]\\$]{{6,400}}+){end}", secret_name, i),
        rule("secret in settings", "pass|pw|secret|token|credential|key|connection",
              rf"{_NAMES}{tail}[ \t]{{0,12}}[:=][ \t]{{1,12}}(?![\"'])([^\s\"'`<>&,;|(){{}}\[\]\\$]{{6,400}}+)(?:[ \t]{{0,8}}(?:$|#|\\n)|(?=[A-Za-z0-9+/=_-]))",
              setting, i | re.MULTILINE),
    ]
    markup = [
        rule("secret in markup", "</", rf"<[A-Za-z:_-]{{0,30}}{_NAMES}[A-Za-z]{{0,10}}>([^<>\s]{{6,400}})</", secret_name, i),
        rule("secret in markup", "value=", rf"{_NAMES}\"[ \t]{{1,4}}value=\"([^\"\s]{{6,400}})\"", secret_name, i),
        rule("key with its service", "adafruit|adobe|airtable|algolia|asana|atlassian|bitbucket|cloudflare|codecov|cohere|confluent|contentful|datadog|discord|dropbox|facebook|fastly|finnhub|flickr|heroku|jira|kraken|kucoin|launchdarkly|linear|linkedin|mailgun|mattermost|meraki|netlify|new_relic|newrelic|okta|plaid|rapidapi|sendbird|sentry|snyk|sonar|sumo|travis|twitch|twitter|zendesk",
              r"(?<![A-Za-z])(?:adafruit|adobe|airtable|algolia|asana|atlassian|bitbucket|cloudflare|codecov|cohere|confluent|contentful|datadog"
              r"|discord|dropbox|facebook|fastly|finnhub|flickr|heroku|jira|kraken|kucoin|launchdarkly|linear|linkedin|mailgun|mattermost|meraki"
              r"|netlify|new_?relic|okta|plaid|rapidapi|sendbird|sentry|snyk|sonar|sumo|travis|twitch|twitter|zendesk)[A-Za-z_.-]{0,20}"
              rf"(?:key|token|secret|api|auth|pat|id){sep}\\?[\"']?([A-Za-z0-9_=-]{{16,100}}+){end}", key_like, i),
    ]
    # fmt: on
    return [each._replace(places=_NAME_PLACES) for each in found] + markup


@cache
def rules() -> tuple[Rule, ...]:
    """Return all rules, the library's first."""
    return (
        *of_library(),
        *_prefixed(),
        *_placed(),
        *_commanded(),
        *_in_files(),
        *_named(),
        *passwords(),
        *sentences_and_tables(),
    )
