// The server does not let this page in: it says why, and a token can be entered.
import type { JSX } from "preact";
import { refusal } from "../connection";
import { Card, Field, TextInput, Trouble } from "./controls";

export function Refused(): JSX.Element {
  return (
    <Card title="The server does not let this page in">
      <Trouble text={refusal.value} />
      <Field label="Token">{(id) => <TextInput id={id} value="" onCommit={(token) => token && location.assign(`?token=${encodeURIComponent(token)}${location.hash}`)} />}</Field>
    </Card>
  );
}
