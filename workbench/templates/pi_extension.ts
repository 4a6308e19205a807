// written by `workbench hooks install pi`; `workbench hooks uninstall pi` removes it. Changes made here are lost.
//
// Before pi compacts a session the workbench is asked: a reviewed and accepted artifact takes the place of the
// summary, a hold cancels the compaction. After it, the workbench scores the summary, and what was lost goes in
// with the next prompt. Whatever goes wrong here, pi goes on as if this file were not there.
import { spawn } from "node:child_process";

const COMMANDS: Record<string, string[]> = __COMMANDS__;
const PATIENCE_MS = __PATIENCE__;
const LARGEST_REPLY = 4_000_000;

type Reply = { cancel?: boolean; reason?: string; summary?: string; firstKeptEntryId?: string; context?: string };

function ask(event: string, payload: Record<string, unknown>, signal?: AbortSignal): Promise<Reply> {
	return new Promise((resolve) => {
		let text = "";
		let ended = false;
		const end = (reply: Reply) => {
			if (ended) return;
			ended = true;
			clearTimeout(timer);
			resolve(reply);
		};
		const timer = setTimeout(() => {
			child?.kill("SIGKILL");
			end({});
		}, PATIENCE_MS);
		const [program, ...words] = COMMANDS[event];
		const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
		child.on("error", () => end({}));
		child.stdin.on("error", () => {});
		child.stdout.setEncoding("utf8");
		child.stdout.on("data", (piece: string) => {
			text += piece;
			if (text.length > LARGEST_REPLY) {
				child.kill("SIGKILL");
				end({});
			}
		});
		child.on("close", (code: number | null) => {
			if (code !== 0 || !text.trim()) return end({});
			try {
				const reply = JSON.parse(text);
				end(reply !== null && typeof reply === "object" ? reply : {});
			} catch {
				end({});
			}
		});
		signal?.addEventListener("abort", () => {
			child.kill("SIGTERM");
			end({});
		});
		child.stdin.end(JSON.stringify({ hook_event_name: event, ...payload }));
	});
}

export default function (pi: any) {
	let pending = "";

	const session = (ctx: any) => ({
		session_id: ctx.sessionManager.getSessionId(),
		transcript_path: ctx.sessionManager.getSessionFile() ?? "",
		cwd: ctx.cwd,
	});

	pi.on("session_before_compact", async (event: any, ctx: any) => {
		try {
			const preparation = event.preparation;
			const entries: string[] = event.branchEntries.map((entry: any) => entry.id);
			const reply = await ask(
				"PreCompact",
				{
					...session(ctx),
					trigger: event.customInstructions === undefined ? "" : "manual",
					first_kept_entry_id: preparation.firstKeptEntryId,
					tokens_before: preparation.tokensBefore,
					entry_ids: entries,
				},
				event.signal,
			);
			if (reply.cancel) {
				ctx.ui.notify(reply.reason ?? "compaction held for review", "warning");
				return { cancel: true };
			}
			if (!reply.summary || !reply.firstKeptEntryId || !entries.includes(reply.firstKeptEntryId)) return;
			return {
				compaction: {
					summary: reply.summary,
					firstKeptEntryId: reply.firstKeptEntryId,
					tokensBefore: preparation.tokensBefore,
				},
			};
		} catch {
			return;
		}
	});

	pi.on("session_compact", async (event: any, ctx: any) => {
		try {
			pending = "";
			const summary = event.fromExtension ? "" : (event.compactionEntry?.summary ?? "");
			const reply = await ask("PostCompact", { ...session(ctx), compact_summary: summary });
			if (!event.fromExtension) pending = reply.context ?? "";
		} catch {
			return;
		}
	});

	pi.on("before_agent_start", async () => {
		if (!pending) return;
		const content = pending;
		pending = "";
		return { message: { customType: "compaction-workbench", content, display: true } };
	});
}
