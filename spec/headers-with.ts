type Headers = Readonly<Record<string, string>>;

/** The headers of a request with those of its credential; a cookie of each is one header (RFC 6265, 5.4). */
export const headersWith = (headers: Headers, credential: Headers): Headers => {
  const cookies = [headers['cookie'], credential['cookie']].filter((each) => each !== undefined);
  const cookie = cookies.length === 0 ? {} : { cookie: cookies.join('; ') };
  return { ...headers, ...credential, ...cookie };
};
