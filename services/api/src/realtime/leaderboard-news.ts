import type { Written } from '@fairmark/contract';

/**
 * Where in the log each course's leaderboard changed last, as far as this process followed it: those who watch a course need not
 * read its leaderboard again because something happened elsewhere. As many entries as there are courses at most.
 */
export class LeaderboardNews {
  private readonly latest = new Map<string, Written>();
  /** Up to here a change of any course may not have been noticed. */
  private unknown: Written | null = null;

  changed(courseId: string, at: Written): void {
    this.latest.set(courseId, at);
  }

  /** An event whose courses were not looked at. */
  missed(at: Written): void {
    this.unknown = at;
    this.latest.clear();
  }

  /**
   * The place of the course's last change, or of the last event that may have been one.
   *
   * @param place how far the log was followed; null: not known yet
   */
  of(courseId: string, place: Written | null): Written | null {
    if (place === null) return null;
    if (this.unknown?.log !== place.log) this.missed(place);
    return this.latest.get(courseId) ?? this.unknown;
  }
}
