import type { Database } from '../../../server/db/db.ts';

// How a child reads, calculates and writes is known by a domain after this one, which registers its reader here.

/** What a report prints of one of the three. */
export interface ReportSkill {
  verb: 'Lê' | 'Conta' | 'Escreve';
  /** "Lê 48 palavras certas por minuto e compreende o que lê."; null while it is not known. */
  said: {
    sentence: string;
    /** `YYYY-MM-DD` in Luanda. */
    date: string;
    provisional: boolean;
    /** What to do next, and how long it takes. */
    next: { title: string; time: string };
  } | null;
}

type ReadSkills = (db: Database, userId: number, childId: number) => Promise<ReportSkill[]>;

let read: ReadSkills = async () => [];

/** Sets the function that reads them. */
export function setReportSkills(reader: ReadSkills): void {
  read = reader;
}

/** Returns how a child reads, calculates and writes; nothing if no part of it is known. */
export async function readReportSkills(db: Database, userId: number, childId: number): Promise<ReportSkill[]> {
  const skills = await read(db, userId, childId);
  return skills.some(({ said }) => said) ? skills : [];
}
