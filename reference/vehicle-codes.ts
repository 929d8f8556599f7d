/** A vehicle that the service knows: NAT code, vehicle type (10 regular car, 20 light commercial vehicle), country. */
export interface VehicleCode {
  readonly code: string;
  readonly vehicleType: '10' | '20';
  readonly country: string;
}

/** The vehicle codes that motor gap can price; any other code is answered 402 (V11). */
export const VEHICLE_CODES: readonly VehicleCode[] = [
  { code: '10000', vehicleType: '10', country: 'BE' },
  { code: '10042', vehicleType: '10', country: 'BE' },
  { code: '11730', vehicleType: '10', country: 'BE' },
  { code: '20000', vehicleType: '20', country: 'BE' },
  { code: '20815', vehicleType: '20', country: 'BE' },
];
