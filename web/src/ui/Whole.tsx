// A view that fails says so; the frame and the other views stay.
import type { ComponentChildren, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Button, Card, Trouble } from "./controls";

export function Whole({ children }: { children: ComponentChildren }): JSX.Element {
  const [error, again] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <Card title="This view has failed">
      <Trouble text={String(error)} />
      <Button label="Open it again" onClick={again} />
    </Card>
  );
}
