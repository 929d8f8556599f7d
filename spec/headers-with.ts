type Headers = Readonly<Record<string, string>>;

/** The headers of a request with those of its credential; a cookie of each is one header (RFC 6265, 5.4). */
export const headersWith = (headers: Headers, credential: Headers): Headers => {
  const all = { ...headers, ...credential };
  const [own, shown] = [headers['cookie'], credential['cookie']];
  return own === undefined || shown === undefined ? all : { ...all, cookie: `${own}; ${shown}` };
};
