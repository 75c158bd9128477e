/** Numbers the questions of one kind: a late answer of an older question must not overrule a newer one. */
export class Newest {
  private count = 0;

  /** Ask a question: what comes back says whether it is still the newest one. */
  ask(): () => boolean {
    const mine = ++this.count;
    return () => mine === this.count;
  }
}
