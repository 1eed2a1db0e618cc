import type { ChildClass, Gender } from './words.ts';

/** What screens show of a child: its booklet's cover, and what sentences about it need. */
export interface ShownChild {
  id: number;
  fullName: string;
  gender: Gender | null;
  schoolClass: ChildClass;
  /** Number of its booklet's cover, 1 to 6. */
  cover: number;
}
