/** What a server of the Messages API does differently from Anthropic, and what a model of it wants. */
export interface AnthropicMessagesCompat {
  /**
   * How long the provider keeps the beginning of a request to read it cheaper next time: `short` for minutes, `long` for
   * about an hour at a higher price for writing. Default `none`: no markers are sent.
   */
  readonly cacheRetention?: "none" | "short" | "long" | undefined;
  /** The server knows cache markers. Default true. */
  readonly supportsCacheControl?: boolean | undefined;
  /** The server knows cache markers on tools. Default true. */
  readonly supportsCacheControlOnTools?: boolean | undefined;
  /** The server keeps a prompt for an hour when asked to. Default true; with false, `long` is `short`. */
  readonly supportsLongCacheRetention?: boolean | undefined;
  /** The model decides by itself how long to think and takes an effort instead of a number of tokens. Default false. */
  readonly forceAdaptiveThinking?: boolean | undefined;
  /** The model takes a temperature. Default true. */
  readonly supportsTemperature?: boolean | undefined;
  /** The server writes thinking without a signature and takes it back with an empty one. Default false. */
  readonly allowEmptySignature?: boolean | undefined;
}
