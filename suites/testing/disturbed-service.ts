import { refusalOf, type StubService, stubService } from './stub-service.ts';

/** A service that refuses faulty bodies; a gateway answers the request with this number, from 1. */
export const disturbedService = (place: number): StubService => {
  const service = stubService();
  let sent = 0;
  return (call) => {
    sent += 1;
    if (sent === place) return { status: 502 };
    return call.intent === 'faulty' ? refusalOf(call) : service(call);
  };
};
