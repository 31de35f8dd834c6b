// SPDX-License-Identifier: MIT

package separate_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"overlaps end, and pushes keep to masses": {
		"TestSeparatePair", "TestSeparateImmovable", "TestSeparateMomentum", "TestSeparateWallsFirst", "TestSeparateCurve",
		"TestSeparateBody", "TestSeparateBodies", "TestWholeBodies",
	},
	"velocities follow the laws of Newton and Coulomb": {
		"TestSeparateBounce", "TestSeparateFriction", "TestSeparateLanding", "TestSubStepsFall", "TestSubStepsStack",
		"TestSubStepsBounce", "TestSubStepsTunnel", "TestSubStepsDriven",
	},
	"what slides does not catch on seams":                         {"TestSeamsOfBoxes", "TestSeamsOfChain", "TestWallBehindFloor", "TestSeamsWithVelocities", "TestSeamsStop"},
	"one row for each pair of bodies, and a push that parts them": {"TestBodyContacts", "TestBodyPushesPart", "TestBodyContactsOfManyParts", "TestBodyPushOfStars", "TestBodyContactsOfLanding", "TestBodyContactsOfModes", "TestSweptNormals", "TestNear", "TestBodyEvents", "TestBodyIndexForgets"},
	"joins separate, and sensors push nothing": {
		"TestNewJoin", "TestNewJoinHoldsStill", "TestJoinedPushes", "TestNewJoinRefuses", "TestSensors", "TestSensorsPushOut", "TestSensorsOpposing",
	},
	"PushOut is the shortest way out":     {"TestPushOutByHand", "TestPushOutIsShortest", "TestPushOutParts"},
	"the same bits everywhere":            {"TestSeparateDeterminism", "TestSubStepsDeterminism"},
	"a warm separation allocates nothing": {"TestSeparateAllocations"},
	"cancellable":                         {"TestSeparateCancelled"},
	"bad input and misuse are errors and harm nothing": {
		"TestLooksAtHeldShapesOnly", "TestSeparateUnsound", "TestOptionsRefuse", "TestSeparateRefuses", "TestPushOutRefuses",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
