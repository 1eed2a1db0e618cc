import { PROVINCES } from '../../../shared/provinces.ts';

// A child's location is one line of text in the API ("Viana, Luanda") and two fields in the form.

export interface Place {
  municipality: string;
  /** One of the 21 provinces, or ''. */
  province: string;
}

/** Returns the two fields of a stored location. A text that does not end with a province is kept whole, as the municipality. */
export function splitLocation(location: string | null): Place {
  const text = (location ?? '').trim();
  const comma = text.lastIndexOf(',');
  const last = text.slice(comma + 1).trim();
  const province = PROVINCES.find((name) => name.toLocaleLowerCase('pt') === last.toLocaleLowerCase('pt'));
  return province
    ? { municipality: text.slice(0, Math.max(comma, 0)).trim(), province }
    : { municipality: text, province: '' };
}

/** Returns text such as "Município, Província", or whichever of the two there is, or null for neither. */
export function joinLocation({ municipality, province }: Place): string | null {
  return [municipality.trim(), province].filter(Boolean).join(', ') || null;
}
