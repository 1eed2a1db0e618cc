/** Returns whether children of a class are learning to read: their tests have another layout. */
export const isYoung = (schoolClass: string): boolean => /^[12]º/.test(schoolClass);
