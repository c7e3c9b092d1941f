// Does a text of a file speak to whoever reads it, as an instruction would? Such text is never removed or altered: it is data,
// and the answer says at which line it is that looks like something else.
//
// What is looked for, by what planted texts look like in public reports of prompt injection: orders to drop earlier
// instructions (in twelve languages), notes to an AI, turns and tags as chat formats write them, orders to keep something from the
// user or to send secrets away, and characters that a reader doesn't see. Precision comes first: a flag on every second file
// says nothing.
import { hiddenCharacters } from "./hidden-characters.ts";

export interface UntrustedLine {
  line: number;
  /** What it looks like, in words. */
  what: string;
}

/** So many of one span are named. */
const MOST = 6;

const AI =
  "(?:AIs?|A\\.I\\.|LLMs?|(?:large )?language models?|AI (?:assistants?|agents?|models?|tools?|systems?|reviewers?)|coding (?:assistants?|agents?)|chat ?bots?|assistants?|ChatGPT|GPT-?\\d*|Claude(?: Code)?|Copilot|Gemini|Cursor|Codex|Anthropic|OpenAI)";
const DROP = "(?:ignore|disregard|forget|override|bypass|discard|do not follow|don't follow|stop following)";
const GAP = "[^.!?:;]{0,40}?";

interface Kind {
  what: string;
  /** What none of the patterns matches without: most texts hold none of it, and the patterns cost more. */
  gate: RegExp;
  patterns: readonly RegExp[];
}

const KINDS: readonly Kind[] = [
  {
    what: "asks to drop instructions",
    gate: /instru[ckç]|prompt|directive|guideline|guardrail|programming|training|safety rules|Anweisung|Befehle|consignes|istruzioni|polecenia|инструкци|указани|指令|指示|提示词|说明|命令|プロンプト|지시|명령|프롬프트/i,
    patterns: [
      new RegExp(
        `\\b${DROP}\\b${GAP}\\b(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|your)\\b${GAP}\\b(?:instructions?|prompts?|directives?|guidelines?|guardrails|programming|training|safety rules)\\b`,
        "gi",
      ),
      new RegExp(
        `\\b${DROP}\\b${GAP}\\b(?:all|any)\\b${GAP}\\b(?:instructions|directives|guidelines|guardrails)\\b`,
        "gi",
      ),
      /\bignorier(?:e|en Sie)?\b[^.!?]{0,40}?\b(?:Anweisungen|Instruktionen|Befehle)\b/gi,
      /\b(?:ignore[zr]?|oublie[zr]?)\b[^.!?]{0,30}?\b(?:instructions|consignes)\b[^.!?]{0,30}?\b(?:précédentes|antérieures|ci-dessus)/gi,
      /\b(?:ignora|ignore|olvida|olvide)\b[^.!?]{0,30}?\binstrucciones\b[^.!?]{0,30}?\b(?:anteriores|previas)/gi,
      /\b(?:ignore|esqueça)\b[^.!?]{0,30}?\binstruções\b[^.!?]{0,30}?\b(?:anteriores|acima|prévias)/gi,
      /\b(?:ignora|dimentica)\b[^.!?]{0,30}?\bistruzioni\b[^.!?]{0,30}?\b(?:precedenti|sopra)/gi,
      /\bnegeer\b[^.!?]{0,30}?\binstructies\b/gi,
      /(?:zignoruj|ignoruj)[^.!?]{0,30}?(?:instrukcje|polecenia)/gi,
      /(?:игнорируй(?:те)?|забудь(?:те)?)[^.!?]{0,30}?(?:инструкци|указани)/gi,
      /(?:忽略|无视|無視|忘记)[^。！？]{0,16}(?:指令|指示|提示词|说明)/gu,
      /(?:以前|これまで|上記|前)[^。]{0,12}(?:指示|命令|プロンプト)[^。]{0,8}(?:無視|忘れ)/gu,
      /(?:이전|위의|앞의)[^.]{0,12}(?:지시|명령|프롬프트)[^.]{0,10}(?:무시|잊)/gu,
    ],
  },
  {
    what: "gives new instructions",
    gate: /(?:instructions?|prompt|directives?)\s*:|from now on|(?:are|'re) now |[nk] mode|god mode|developer mode|unrestrict|uncensor|unfilter|different AI|evil/i,
    patterns: [
      /\b(?:new|updated|real|actual|hidden|secret) (?:system )?(?:instructions?|prompt|directives?)\s*:\s*\S/gi,
      /\bfrom now on,? (?:you|act|always respond|only respond)\b/gi,
      /\b(?:you are|you're) now (?:an?|the|in|DAN|free|unrestricted|jailbroken)\b[^.!?]{0,40}?(?:\b(?:mode|assistant|AI|model|agent|persona|jailbroken|unrestricted|DAN)\b)/gi,
      /\b(?:DAN|jailbreak|god|developer) mode (?:is )?(?:now )?(?:enabled|activated)\b/gi,
      /\b(?:pretend|act) (?:to be|as if you (?:are|were)|as) (?:an? )?(?:unrestricted|uncensored|unfiltered|different AI|evil)\b/gi,
    ],
  },
  {
    what: "speaks to an AI",
    gate: /\bA\.?I\.?\b|\bAIs\b|LLM|[Ll]anguage [Mm]odel|[Cc]oding (?:agent|assistant)|[Cc]hat ?[Bb]ot|[Aa]ssistant|GPT|Claude|Copilot|Gemini|Cursor|Codex|Anthropic|OpenAI/,
    patterns: [
      new RegExp(
        `\\b(?:note|notice|attention|important|instructions?|message|reminder|hint|warning|dear)\\b[^\\S\\n]{0,3}(?:(?:to|for)[^\\S\\n]+)?(?:(?:all|any|the|every)[^\\S\\n]+)?${AI}\\s*(?::|,|—|--?\\s|reading|processing|reviewing|parsing|analy[sz]ing|that|who)`,
        "gi",
      ),
      new RegExp(
        `\\b(?:if|when) you(?: are|'re) (?:an? )?${AI}\\b(?! (?:user|developer|engineer|customer))`,
        "gi",
      ),
      new RegExp(
        `<!--[^>]{0,60}?\\b${AI}\\b[^>]{0,60}?\\b(?:must|should|please|do not|don't|always|never|ignore|run|execute)\\b`,
        "g",
      ),
      new RegExp(
        `(?<![\\w.])${AI}(?: reading| processing| reviewing)(?: this)?[^.!?\\n]{0,30}?\\b(?:must|should|please|do not|don't|always|never|ignore|run|execute|approve)\\b`,
        "g",
      ),
      new RegExp(
        `(?<![\\w.])${AI}[:,]\\s{0,3}(?:please|you must|you should|do not|don't|ignore|run|execute|approve|respond|reply)\\b`,
        "gi",
      ),
    ],
  },
  {
    what: "looks like a turn or tag of a chat",
    gate: /<\||\[\/?INST|<<\/?SYS|_turn>|<\/?(?:system|tool_|function_|antml|assistant_)|user_query|(?:assistant|human|\bai|system|message|prompt|instruction|response|override|notice|update)\s*:/i,
    patterns: [
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|end_of_text|start_header_id|eot_id|begin_of_text|tool_call)\|>/gi,
      /\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/gu,
      /<\/?(?:system[-_ ](?:reminder|prompt|instructions?)|tool_(?:result|use|response)s?|function_(?:calls?|results?)|antml:\w+|assistant_response|user_query)\b[^>\n]{0,60}>/gi,
      /^\W{0,6}(?:assistant|human|ai)\s*:\s+(?:[A-Za-z][A-Za-z',’]*[ \t]+){3}/gim,
      /^\W{0,6}(?:SYSTEM|system)(?: (?:prompt|message|override|notice|update))?\s*:\s+(?:you|ignore|the (?:user|assistant)|from now|do not|never|always|disregard|override)\b/gim,
      /^\W{0,4}#{2,4} ?(?:system|instruction|response) ?(?:prompt|message)?:\s*$/gim,
    ],
  },
  {
    what: "asks to hide or to send something",
    gate: /the (?:user|human|developer|operator)\b|(?:system|initial|hidden|original) (?:prompt|instructions|message)|(?:send|post|upload|exfiltrate|leak|transmit|forward)\b[^!?\n]{0,90}(?:https?:|@)/i,
    patterns: [
      /\b(?:do not|don't|never|without) (?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?(?: this| it)? to|reveal(?:ing)?(?: this| it)? to|alert(?:ing)?|let(?:ting)?) the (?:user|human|developer|operator)\b[^.!?\n]{0,40}?\b(?:this|these|about|know|instructions?|comment)\b/gi,
      /\b(?:reveal|print|output|repeat|show|leak|disclose|expose)\b[^.!?\n]{0,24}?\b(?:your|the) (?:(?:system|initial|hidden|original) (?:prompt|instructions)|system message)\b/gi,
      /\b(?:send|post|upload|exfiltrate|leak|transmit|forward)\b[^.!?\n]{0,40}?\b(?:api[ _-]?keys?|secrets?|credentials?|passwords?|tokens?|environment variables|\.env|ssh keys?|private keys?|conversation|chat history|source code)\b[^.!?\n]{0,24}?\b(?:to|at|via)\b[^!?\n]{0,12}?(?:https?:\/\/|[\w.]+@\w)/gi,
    ],
  },
];

/** The lines of a text that look like instructions, the first of each kind and line; numbered from `first`. */
export function instructionLike(text: string, first = 1): UntrustedLine[] {
  const ascii = isAscii(text);
  const found: UntrustedLine[] = ascii ? [] : hiddenCharacters(text);
  const plain = ascii ? text : text.normalize("NFKC");
  for (const { what, gate, patterns } of KINDS) {
    if (!gate.test(plain)) continue;
    for (const pattern of patterns) {
      if (found.length >= MOST) break;
      for (const match of plain.matchAll(pattern)) {
        const skipped = /^\W*/u.exec(match[0])![0].length;
        found.push({ line: lineAt(plain, match.index + Math.min(skipped, match[0].length - 1)), what });
        if (found.length >= MOST) break;
      }
    }
  }
  const once = new Map(found.map((one) => [`${one.line} ${one.what}`, one]));
  return [...once.values()]
    .map(({ line, what }) => ({ line: line + first - 1, what }))
    .sort((a, b) => a.line - b.line || (a.what < b.what ? -1 : 1));
}

function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
