// Learn: the walkthrough, the guide and the report, inside the same frame.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ask, link, reason } from "../connection";
import type { Lesson } from "../protocol";
import { rewrite, settings } from "../route";
import { isDark } from "../theme";
import { Trouble } from "../ui/controls";

/** Words between backticks are code. */
function withCode(text: string): ComponentChildren[] {
  return text.split("`").map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part));
}

export function Learn(): JSX.Element {
  const lessons = useSignal<readonly Lesson[]>([]);
  const read = useSignal(settings().get("page") ?? "");
  const trouble = useSignal("");
  useEffect(() => {
    ask("list_lessons", {}).then(
      (found) => {
        lessons.value = found.lessons;
        read.value ||= found.lessons.find((lesson) => lesson.address)?.address ?? "";
      },
      (error: unknown) => (trouble.value = reason(error)),
    );
  }, [link.value === "open"]);
  useEffect(() => rewrite("learn", { page: read.value }), [read.value]);
  const lesson = lessons.value.find((each) => each.address === read.value && each.address !== "");
  return (
    <div class="learn">
      <nav aria-label="Lessons">
        <ul class="doors">
          {lessons.value.map((each) => (
            <li key={each.title}>
              {each.address ? (
                <button type="button" class="quiet wide" aria-current={each === lesson ? "true" : undefined} onClick={() => (read.value = each.address)}>
                  <span>
                    <b>{each.title}</b> {each.summary}
                  </span>
                </button>
              ) : (
                <p class="unbuilt">
                  <b>{each.title}</b> {each.summary} <span class="how">{withCode(each.how)}</span>
                </p>
              )}
            </li>
          ))}
        </ul>
        <Trouble text={trouble.value} />
      </nav>
      {lesson ? (
        <iframe key={lesson.address} title={lesson.title} src={`${lesson.address}${lesson.address.includes("?") ? "&" : "?"}theme=${isDark() ? "dark" : "light"}`} />
      ) : (
        <p class="empty">{lessons.value.length ? "Choose something to read." : "The lessons appear here."}</p>
      )}
    </div>
  );
}
