/** Numbers the requests of one kind, so that a late answer to an older request cannot overrule a newer one. */
export class Newest {
  private count = 0;

  /** Begin a request. The returned function says whether it is still the newest one. */
  ask(): () => boolean {
    const mine = ++this.count;
    return () => mine === this.count;
  }
}
