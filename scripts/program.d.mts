export declare const PROGRAM: readonly string[];
export declare const SOURCES: readonly string[];
export declare const PROGRAM_ENVIRONMENT: Readonly<Record<string, string>>;
