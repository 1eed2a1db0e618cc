/** Returns the last of a list. Phones with Chrome 88 have no `Array.at`. */
export const latest = <Item>(list: readonly Item[]): Item | undefined => list[list.length - 1];
