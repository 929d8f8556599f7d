export type RequirementId = string;
